import { expect, test } from 'vitest';
import { DraftWriter, type WrittenDraft } from './draft-writer.ts';
import type { StoredFile, StoredFiles } from './stored-files.ts';

/** Files in memory that refuse a write over another version than the newest, and whose writes end when they are let go. */
function memoryFiles() {
  const versions = new Map<string, string>([['document', 'd1']]);
  const log: string[] = [];
  let gate: Promise<void> = Promise.resolve();
  const write = async (kind: string, text: string, base: string | null): Promise<StoredFile> => {
    await gate;
    if ((versions.get(kind) ?? null) !== base) throw new Error(`${kind} is ${versions.get(kind)}, not ${base}`);
    const version = `${kind}-${log.length}`;
    versions.set(kind, version);
    log.push(`${kind} ${text}`);
    return { text, version };
  };
  return {
    log,
    versions,
    hold(): () => void {
      let open = () => {};
      gate = new Promise((resolve) => {
        open = resolve;
      });
      return open;
    },
    writeDocument: (_: string, text: string, base: string | null) => write('document', text, base),
    writeLayout: (_: string, text: string, base: string | null) => write('layout', text, base),
  };
}

const STORED: StoredFiles = { document: { text: 'one', version: 'd1' }, layout: null };
const draft = (text: string, places: string, stored = STORED): WrittenDraft => ({ name: 'p', text, places, stored });

test('a draft made while another is being written is written over it', async () => {
  const files = memoryFiles();
  const writer = new DraftWriter(files);
  const release = files.hold();
  const both = [writer.write(draft('two', 'a')), writer.write(draft('three', 'a'))];
  release();
  await Promise.all(both);
  expect(files.log).toEqual(['document two', 'layout a', 'document three']);
});

test('what would not change is not written', async () => {
  const files = memoryFiles();
  const stored = { document: STORED.document, layout: { text: 'a', version: 'l1' } };
  await new DraftWriter(files).write(draft('one', 'a', stored));
  expect(files.log).toEqual([]);
});

test('a file that somebody else has written is never written over', async () => {
  const files = memoryFiles();
  files.versions.set('document', 'theirs');
  const writer = new DraftWriter(files);
  await expect(writer.write(draft('two', 'a'))).rejects.toThrow('theirs');
  await writer.settled();
  expect(files.log).toEqual([]);
});

test('a layout that is refused leaves a document that the next draft knows', async () => {
  const files = memoryFiles();
  const writer = new DraftWriter(files);
  files.versions.set('layout', 'theirs');
  await expect(writer.write(draft('two', 'a'))).rejects.toThrow('layout');
  files.versions.delete('layout');
  await writer.write(draft('three', 'a'));
  expect(files.log).toEqual(['document two', 'document three', 'layout a']);
});

test('a newer file that was read is the base from then on', async () => {
  const files = memoryFiles();
  const writer = new DraftWriter(files);
  await writer.write(draft('two', 'a'));
  files.versions.set('document', 'newer');
  const read: StoredFiles = {
    document: { text: 'newer', version: 'newer' },
    layout: { text: 'a', version: files.versions.get('layout') ?? '' },
  };
  await writer.write(draft('three', 'a', read));
  expect(files.log.at(-1)).toBe('document three');
});
