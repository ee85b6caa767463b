import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Refused } from '../refused.ts';
import { copyExamples } from './copy-examples.ts';
import { PipelineFolder } from './pipeline-folder.ts';
import { textVersion } from './text-version.ts';
import { WriteConflict } from './write-conflict.ts';

let outside = '';
let folder: PipelineFolder;
beforeEach(() => {
  outside = mkdtempSync(join(tmpdir(), 'millrace-files-'));
  folder = new PipelineFolder(join(outside, 'pipelines'));
});
afterEach(() => rmSync(outside, { recursive: true, force: true }));

const inFolder = (file: string) => join(folder.path, file);

test('a text is written whole, read again, and its version is its hash', () => {
  const written = folder.write('bids', 'document', '{"ä":1}', null);
  expect(written).toEqual({ text: '{"ä":1}', version: textVersion('{"ä":1}') });
  expect(folder.read('bids', 'document')).toEqual(written);
  expect(folder.read('bids', 'layout')).toBeNull();
  expect(readdirSync(folder.path)).toEqual(['bids.pipeline.json']);
  expect(folder.names()).toEqual(['bids']);
});

test('a write over another version than the present one changes nothing and shows what is there', () => {
  const first = folder.write('bids', 'document', 'one', null);
  const second = folder.write('bids', 'document', 'two', first.version);
  const write = (base: string | null) => () => folder.write('bids', 'document', 'three', base);
  for (const base of [first.version, null, 'x']) expect(write(base)).toThrow(WriteConflict);
  expect(folder.read('bids', 'document')).toEqual(second);
  try {
    write(first.version)();
  } catch (error) {
    expect((error as WriteConflict).current).toEqual(second);
  }
});

test('an editor that wrote meanwhile is not overwritten, nor is a file that it took away made again', () => {
  const { version } = folder.write('bids', 'document', 'one', null);
  writeFileSync(inFolder('bids.pipeline.json'), 'from an editor');
  expect(() => folder.write('bids', 'document', 'two', version)).toThrow(/changed by somebody else/);
  rmSync(inFolder('bids.pipeline.json'));
  expect(() => folder.write('bids', 'document', 'two', version)).toThrow(/not there any more/);
});

test.each(['../x', '..', 'a/b', '', 'a.b', '__proto__', 'x'.repeat(65), 'a\0', '.hidden', 'C:\\x'])(
  'the name %j names no file',
  (name) => {
    for (const part of ['document', 'layout'] as const) {
      expect(() => folder.read(name, part)).toThrow(Refused);
      expect(() => folder.write(name, part, '{}', null)).toThrow(Refused);
    }
  },
);

test('a link out of the folder is neither read nor written, a link within it is', () => {
  writeFileSync(join(outside, 'secret'), 'secret');
  symlinkSync(join(outside, 'secret'), inFolder('leak.pipeline.json'));
  expect(() => folder.read('leak', 'document')).toThrow(/is a link to .*secret, outside of/);
  expect(() => folder.write('leak', 'document', 'x', textVersion('secret'))).toThrow(/outside of/);
  expect(readFileSync(join(outside, 'secret'), 'utf8')).toBe('secret');
  const { version } = folder.write('bids', 'document', 'one', null);
  symlinkSync('bids.pipeline.json', inFolder('same.pipeline.json'));
  folder.write('same', 'document', 'two', version);
  expect(folder.read('bids', 'document')?.text).toBe('two');
});

test('a dangling link, one to itself, a folder, a pipe, a huge file and bytes that are no text are refused', () => {
  symlinkSync('nothing', inFolder('dangling.pipeline.json'));
  expect(() => folder.write('dangling', 'document', 'x', null)).toThrow(WriteConflict);
  symlinkSync('self.pipeline.json', inFolder('self.pipeline.json'));
  expect(() => folder.read('self', 'document')).toThrow(/link to itself/);
  mkdirSync(inFolder('dir.pipeline.json'));
  expect(() => folder.read('dir', 'document')).toThrow(/is no file/);
  spawnSync('mkfifo', [inFolder('pipe.pipeline.json')]);
  expect(() => folder.read('pipe', 'document')).toThrow(/is no file/);
  writeFileSync(inFolder('huge.pipeline.json'), Buffer.alloc(3_000_000));
  expect(() => folder.read('huge', 'document')).toThrow(/3000000 bytes/);
  writeFileSync(inFolder('bytes.pipeline.json'), Uint8Array.of(0xff, 0xfe));
  expect(() => folder.read('bytes', 'document')).toThrow(/not UTF-8/);
});

test('a folder that was taken away has no pipelines', () => {
  rmSync(folder.path, { recursive: true });
  expect(folder.names()).toEqual([]);
});

test('examples are copied into an empty folder only', () => {
  const example = join(outside, 'example');
  mkdirSync(example);
  writeFileSync(join(example, 'shop.pipeline.json'), '{}');
  writeFileSync(join(example, 'README.md'), 'text');
  expect(copyExamples(folder, [example])).toEqual(['shop']);
  expect(folder.read('shop', 'document')?.text).toBe('{}');
  rmSync(inFolder('shop.pipeline.json'));
  folder.write('mine', 'document', '{}', null);
  expect(copyExamples(folder, [example])).toEqual([]);
});
