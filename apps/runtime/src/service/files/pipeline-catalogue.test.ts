import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isPipelineId } from '@millrace/model';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { smallDocument } from '../../testing/small-document.ts';
import { describeDocument } from './describe-document.ts';
import { FolderWatch } from './folder-watch.ts';
import { PipelineCatalogue } from './pipeline-catalogue.ts';
import { PipelineFolder } from './pipeline-folder.ts';
import { withId } from './with-id.ts';

const ID = 'aaaaaaaaaaaa';
let folder: PipelineFolder;
beforeEach(() => {
  folder = new PipelineFolder(mkdtempSync(join(tmpdir(), 'millrace-catalogue-')));
});
afterEach(() => rmSync(folder.path, { recursive: true, force: true }));

test('a scan tells whether something has changed, and what is there', () => {
  let changes = 0;
  const catalogue = new PipelineCatalogue(folder, () => {
    changes += 1;
  });
  const scan = () => {
    const before = changes;
    catalogue.scan();
    return changes > before;
  };
  expect(scan()).toBe(false);
  const { version } = folder.write('bids', 'document', smallDocument('bids', { id: ID }), null);
  expect(scan()).toBe(true);
  expect(scan()).toBe(false);
  expect(catalogue.pipelines.get('bids')).toMatchObject({
    version,
    id: ID,
    errors: 0,
    layoutVersion: null,
    fault: null,
  });
  folder.write('bids', 'layout', '{}', null);
  expect(scan()).toBe(true);
  rmSync(folder.pathOf('bids', 'document'));
  expect(scan()).toBe(true);
  expect(catalogue.pipelines.size).toBe(0);
});

test('files that cannot be read are told with the reason, and the others are there', () => {
  folder.write('sound', 'document', smallDocument('sound'), null);
  folder.write('broken', 'document', '{', null);
  symlinkSync('/etc/hostname', join(folder.path, 'leak.pipeline.json'));
  writeFileSync(join(folder.path, 'bytes.pipeline.json'), Uint8Array.of(0xff));
  const { pipelines } = new PipelineCatalogue(folder);
  expect(
    [...pipelines.values()].map(({ name, errors, fault }) => [name, errors, fault?.includes(folder.path) ?? null]),
  ).toEqual([
    ['broken', null, null],
    ['bytes', null, true],
    ['leak', null, true],
    ['sound', 0, null],
  ]);
});

test('two files with one id know of each other', () => {
  for (const name of ['a', 'b']) folder.write(name, 'document', smallDocument(name, { id: ID }), null);
  folder.write('c', 'document', smallDocument('c'), null);
  const catalogue = new PipelineCatalogue(folder);
  expect([...catalogue.pipelines.values()].map(({ sharing }) => sharing)).toEqual([['b'], ['a'], []]);
  rmSync(folder.pathOf('b', 'document'));
  catalogue.scan();
  expect(catalogue.pipelines.get('a')?.sharing).toEqual([]);
});

test.each([
  ['sound', smallDocument('x', { id: ID }), { id: ID, errors: 0 }],
  ['without an id', smallDocument('x'), { id: null, errors: 0 }],
  ['with a mistake', smallDocument('x').replace('"rate":1', '"rate":0'), { id: null, errors: 1 }],
  ['no JSON any more, its id still told', smallDocument('x', { id: ID }).slice(0, -2), { id: ID, errors: null }],
  ['nothing', '', { id: null, errors: null }],
])('a document that is %s', (_, text, expected) => {
  expect(describeDocument(text)).toEqual(expected);
});

test('an id is given once and only to a document', () => {
  const random = (n: number) => new Uint8Array(n).fill(3);
  const named = withId(smallDocument('x'), random);
  expect(isPipelineId(describeDocument(named).id ?? '')).toBe(true);
  expect(withId(named, random)).toBe(named);
  expect(withId('{', random)).toBe('{');
});

test('a change in the folder is noticed', async () => {
  let look = () => {};
  const noticed = new Promise<void>((resolve) => {
    look = resolve;
  });
  const watch = new FolderWatch(folder.path, () => look());
  folder.write('bids', 'document', '{}', null);
  await noticed;
  watch.close();
});
