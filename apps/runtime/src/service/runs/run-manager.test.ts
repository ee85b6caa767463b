import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DataFolderError } from '../../data-folder/data-folder.ts';
import { RevisionStore } from '../../data-folder/revision-store.ts';
import { type FakePipeline, makeFakePipelines, RUNNING_REPORT } from '../../testing/fake-pipelines.ts';
import { smallDocument } from '../../testing/small-document.ts';
import { PipelineCatalogue } from '../files/pipeline-catalogue.ts';
import { PipelineFolder } from '../files/pipeline-folder.ts';
import { Refused } from '../refused.ts';
import { DesiredState } from './desired-state.ts';
import { DocumentRefused } from './document-refused.ts';
import { RunManager } from './run-manager.ts';

const ASK = { onReset: 'ask', onChange: 'ask' } as const;
const ID = 'aaaaaaaaaaaa';
let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'millrace-runs-'));
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(root, { recursive: true, force: true });
});

/** A service's life over the folders of the test. */
function life() {
  const folder = new PipelineFolder(join(root, 'pipelines'));
  const catalogue = new PipelineCatalogue(folder);
  const { opened, open } = makeFakePipelines();
  let drawn = 0;
  const manager = new RunManager({
    folder,
    catalogue,
    revisions: new RevisionStore(join(root, 'data')),
    desired: new DesiredState(join(root, 'data')),
    open,
    random: (n) => new Uint8Array(n).fill(drawn++),
    clock: () => 5,
    onEvent: () => {},
  });
  /** The newest of the opened pipelines, once it is at work. */
  const newest = async (count: number): Promise<FakePipeline> => {
    await vi.waitFor(() => expect(opened.length).toBe(count));
    return opened[count - 1] as FakePipeline;
  };
  return { folder, catalogue, manager, opened, newest };
}

test('the first start writes the id into the file and deploys that text', async () => {
  const { folder, manager, newest } = life();
  folder.write('shop', 'document', smallDocument('shop'), null);
  manager.start('shop', ASK);
  const { request } = await newest(1);
  expect(folder.read('shop', 'document')?.text).toBe(request.document);
  expect(request.document).toContain(`"id": "${request.id}"`);
  expect(manager.summary('shop')).toMatchObject({
    id: request.id,
    run: { state: 'starting', revision: 1, revisionVersion: folder.read('shop', 'document')?.version },
  });
});

test('what should run runs again in the next life from its deployed revision; what was stopped does not', async () => {
  const first = life();
  for (const name of ['a', 'b']) first.folder.write(name, 'document', smallDocument(name), null);
  first.manager.start('a', ASK);
  first.manager.start('b', ASK);
  const a = await first.newest(2).then(() => first.opened[0] as FakePipeline);
  a.report(RUNNING_REPORT);
  expect(first.manager.summary('a').run).toMatchObject({ state: 'running', sinceMs: 5 });
  first.manager.stop('b');
  await first.manager.close();
  expect(first.opened.map(({ isStopped }) => isStopped)).toEqual([true, true]);
  const deployed = first.folder.read('a', 'document');
  first.folder.write('a', 'document', '{ a draft', deployed?.version ?? null);

  const second = life();
  expect(second.manager.resume()).toEqual([]);
  expect((await second.newest(1)).request).toMatchObject({ document: deployed?.text, id: a.request.id });
  expect(second.manager.summaries().map(({ name, errors, run }) => [name, errors, run.state, run.revision])).toEqual([
    ['a', null, 'starting', 1],
    ['b', 0, 'stopped', 1],
  ]);
});

test('two files with one id are both refused, naming both', () => {
  const { folder, manager } = life();
  for (const name of ['a', 'b']) folder.write(name, 'document', smallDocument(name, { id: ID }), null);
  for (const name of ['a', 'b']) {
    expect(() => manager.start(name, ASK)).toThrow(DocumentRefused);
    expect(() => manager.start(name, ASK)).toThrow(/a, b|b, a/);
    expect(manager.summary(name).errors).toBe(1);
  }
});

test('a document with errors is refused with them and gets no id', () => {
  const { folder, manager } = life();
  const wrong = smallDocument('shop').replace('"rate":1', '"rate":0');
  folder.write('shop', 'document', wrong, null);
  expect(() => manager.start('shop', ASK)).toThrow(DocumentRefused);
  expect(folder.read('shop', 'document')?.text).toBe(wrong);
  expect(() => manager.start('nothing', ASK)).toThrow(Refused);
});

test('starting what runs changes nothing; with another text it is refused until it has stopped', async () => {
  const { folder, manager, opened, newest } = life();
  folder.write('shop', 'document', smallDocument('shop', { id: ID }), null);
  manager.start('shop', ASK);
  await newest(1);
  manager.start('shop', ASK);
  const { version = '' } = folder.read('shop', 'document') ?? {};
  folder.write('shop', 'document', smallDocument('shop', { id: ID }).replace('"rate":1', '"rate":2'), version);
  expect(() => manager.start('shop', ASK)).toThrow(/runs revision 1/);
  manager.stop('shop');
  await vi.waitFor(() => expect(manager.summary('shop').run.state).toBe('stopped'));
  manager.start('shop', ASK);
  await newest(2);
  expect(opened.length).toBe(2);
  expect(manager.summary('shop').run.revision).toBe(2);
});

test('a start that is stopped at once opens nothing', async () => {
  const { folder, manager, opened } = life();
  folder.write('shop', 'document', smallDocument('shop', { id: ID }), null);
  manager.start('shop', ASK);
  manager.stop('shop');
  await vi.waitFor(() => expect(manager.summary('shop').run.state).toBe('stopped'));
  expect(opened).toEqual([]);
});

test('a question is answered by the choices of the next start', async () => {
  const { folder, manager, newest } = life();
  folder.write('shop', 'document', smallDocument('shop', { id: ID }), null);
  manager.start('shop', ASK);
  (await newest(1)).end({ kind: 'ask', code: 'change-question', message: 'Which?' });
  await vi.waitFor(() => expect(manager.summary('shop').run.question?.message).toBe('Which?'));
  manager.start('shop', { ...ASK, onChange: 'restart' });
  expect((await newest(2)).request.choices.onChange).toBe('restart');
  expect(manager.summary('shop').run).toMatchObject({ state: 'starting', question: null });
});

test('a run that fails as a whole is tried again; stopping ends the wait', async () => {
  vi.useFakeTimers();
  const { folder, manager, opened } = life();
  folder.write('shop', 'document', smallDocument('shop', { id: ID }), null);
  manager.start('shop', ASK);
  const unreachable = { kind: 'retry', code: 'unreachable', message: 'No Kafka.' } as const;
  await vi.advanceTimersByTimeAsync(0);
  opened[0]?.end(unreachable);
  await vi.advanceTimersByTimeAsync(400);
  expect(manager.summary('shop').run).toMatchObject({ state: 'retrying', failure: { message: 'No Kafka.' } });
  await vi.advanceTimersByTimeAsync(200);
  expect(opened.length).toBe(2);
  opened[1]?.end(unreachable);
  await vi.advanceTimersByTimeAsync(0);
  manager.stop('shop');
  await vi.advanceTimersByTimeAsync(0);
  expect(manager.summary('shop').run).toMatchObject({ state: 'stopped', failure: null });
  expect(opened.length).toBe(2);
});

test('a failed pipeline is tried by the next life, until it is stopped', async () => {
  const { folder, manager, newest } = life();
  folder.write('shop', 'document', smallDocument('shop', { id: ID }), null);
  manager.start('shop', ASK);
  (await newest(1)).end({ kind: 'fatal', code: 'topic', message: 'No topic.' });
  await vi.waitFor(() => expect(manager.summary('shop').run.state).toBe('failed'));
  const second = life();
  second.manager.resume();
  (await second.newest(1)).end({ kind: 'fatal', code: 'topic', message: 'No topic.' });
  await vi.waitFor(() => expect(second.manager.summary('shop').run.state).toBe('failed'));
  second.manager.stop('shop');
  expect(second.manager.summary('shop').run).toMatchObject({ state: 'stopped', failure: null, revision: 1 });
  expect(life().manager.resume()).toEqual([]);
});

test('a run follows its renamed file, and is told while its file is away', async () => {
  const { folder, catalogue, manager, newest } = life();
  folder.write('old', 'document', smallDocument('old', { id: ID }), null);
  manager.start('old', ASK);
  (await newest(1)).report(RUNNING_REPORT);
  renameSync(folder.pathOf('old', 'document'), folder.pathOf('new', 'document'));
  catalogue.scan();
  manager.followNames();
  expect(manager.summaries().map(({ name, run }) => [name, run.state])).toEqual([['new', 'running']]);
  rmSync(folder.pathOf('new', 'document'));
  catalogue.scan();
  manager.followNames();
  expect(manager.summaries()).toMatchObject([{ name: 'new', id: ID, errors: null, run: { state: 'running' } }]);
  manager.stop('new');
  await vi.waitFor(() => expect(manager.summaries()).toEqual([]));
});

test('a revision that is missing or cannot be run any more is told as a failure and keeps nobody from starting', async () => {
  const desired = new DesiredState(join(root, 'data'));
  desired.add({ id: ID, name: 'gone' });
  desired.add({ id: 'bbbbbbbbbbbb', name: 'broken' });
  new RevisionStore(join(root, 'data')).deploy('bbbbbbbbbbbb', '{');
  const { folder, catalogue, manager, newest } = life();
  folder.write('gone', 'document', smallDocument('gone', { id: ID }), null);
  catalogue.scan();
  expect(manager.resume().map(({ name }) => name)).toEqual(['gone', 'broken']);
  expect(manager.summary('gone').run).toMatchObject({
    state: 'failed',
    failure: { message: expect.stringMatching(/not in/) },
  });
  expect(manager.summaries().map(({ name, run }) => [name, run.state, run.revision])).toEqual([
    ['gone', 'failed', null],
    ['broken', 'failed', 1],
  ]);
  manager.stop('broken');
  expect(manager.summary('broken').run).toMatchObject({ state: 'stopped', revision: 1 });
  expect(manager.summaries().map(({ name }) => name)).toEqual(['gone']);
  manager.start('gone', ASK);
  expect((await newest(1)).request.id).toBe(ID);
});

test.each(['', '{', '{"format":"millrace/running@1"}', '{"format":"millrace/running@2","pipelines":[]}'])(
  'a running.json of %j is refused, not passed over',
  (text) => {
    new DesiredState(join(root, 'data'));
    writeFileSync(join(root, 'data', 'running.json'), text);
    expect(() => new DesiredState(join(root, 'data'))).toThrow(DataFolderError);
  },
);
