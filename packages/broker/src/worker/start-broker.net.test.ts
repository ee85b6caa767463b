import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FRAME_HEAD, JOURNAL_MAGIC } from '../journal/journal-frame.ts';
import { TopicClient } from '../server/testing/topic-client.ts';
import { type BrokerOptions, type RunningBroker, startBroker } from './start-broker.ts';
import { BrokerStartError } from './start-error.ts';

let dataFolder: string;
let running: RunningBroker[];
let lines: string[];

beforeEach(() => {
  dataFolder = mkdtempSync(join(tmpdir(), 'millrace-broker-'));
  running = [];
  lines = [];
});

afterEach(async () => {
  for (const broker of running) await broker.close();
  rmSync(dataFolder, { recursive: true, force: true });
});

async function start(options: Partial<BrokerOptions> = {}): Promise<RunningBroker> {
  const log = (level: string, message: string) => void lines.push(`${level} ${message}`);
  const broker = await startBroker({ dataFolder, log, ...options });
  running.push(broker);
  return broker;
}

/** Ends the only broker that runs. */
async function end(): Promise<void> {
  for (const broker of running.splice(0)) await broker.close();
}

async function failure(options: Partial<BrokerOptions>): Promise<BrokerStartError> {
  const error = await start(options).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof BrokerStartError)) throw new Error(`It was to fail with BrokerStartError: ${error}`);
  return error;
}

async function put(broker: Pick<RunningBroker, 'port'>, values: readonly string[]): Promise<void> {
  const client = await TopicClient.open(broker.port);
  for (const value of values) await client.put(value);
  await client.raw.end();
}

/** The only file of that kind below a folder. */
function fileBelow(folder: string, end: string): string {
  const [found] = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith(end));
  if (found === undefined) throw new Error(`There is no ${end} below ${folder}.`);
  return join(folder, found);
}

/** A folder in which this process may not write: for root, who may write anywhere, one of the kernel's. */
function unwritable(): string {
  if (process.getuid?.() === 0) return '/sys/millrace';
  const folder = join(dataFolder, 'read-only');
  mkdirSync(folder, { mode: 0o500 });
  return folder;
}

describe('a broker that cannot be started says why', () => {
  test('where another program has the port, and leaves the folder free', async () => {
    const other = createServer();
    const port = await new Promise<number>((resolve) => {
      other.listen(0, '127.0.0.1', () => {
        const address = other.address();
        resolve(address !== null && typeof address === 'object' ? address.port : 0);
      });
    });
    const error = await failure({ port });
    expect(error).toMatchObject({ reason: 'PortInUse', code: 'EADDRINUSE' });
    expect(error.message).toContain(`Port ${port} is in use`);
    await new Promise((resolve) => other.close(resolve));
    await put(await start({ port }), ['value']);
  });

  test('where another broker works on the folder, which goes on', async () => {
    const first = await start();
    const error = await failure({});
    expect(error).toMatchObject({ reason: 'FolderInUse', code: null });
    expect(error.message).toContain(`the process ${process.pid}`);
    await put(first, ['value']);
  });

  test.each([
    ['num.partitions', '0', /num\.partitions is a whole number between 1 and/],
    ['max.connections', 'many', /max\.connections .* not "many"/],
    ['log.cleanup.policy', 'burn', /cleanup\.policy .*burn/],
    ['no.such.setting', '1', /no\.such\.setting/],
  ])('where the setting %s is %s, and touches nothing', async (name, value, message) => {
    const folder = join(dataFolder, 'never-made');
    const error = await failure({ dataFolder: folder, settings: { [name]: value } });
    expect(error.reason).toBe('SettingsError');
    expect(error.message).toMatch(message);
    expect(existsSync(folder)).toBe(false);
  });

  test('where the folder is a file', async () => {
    const file = join(dataFolder, 'file');
    writeFileSync(file, 'precious');
    const error = await failure({ dataFolder: file });
    expect(error.code).toMatch(/^(EEXIST|ENOTDIR)$/);
    expect(error.message).toContain(file);
    expect(readFileSync(file, 'utf8')).toBe('precious');
  });

  test('where nobody may write in the folder', async () => {
    const folder = unwritable();
    const error = await failure({ dataFolder: folder });
    expect(error.code).toMatch(/^(EACCES|EPERM|EROFS)$/);
    expect(error.message).toContain(folder);
  });

  test('where a journal is corrupt, with file and byte, and does not change it', async () => {
    const { port } = await start();
    for (const topic of ['first', 'second']) await (await TopicClient.open(port, topic)).raw.end();
    await end();
    const path = join(dataFolder, 'journals', 'topics');
    const before = readFileSync(path);
    const inFirstEntry = JOURNAL_MAGIC.length + FRAME_HEAD;
    before[inFirstEntry] = 255 - (before[inFirstEntry] ?? 0);
    writeFileSync(path, before);
    const error = await failure({});
    expect(error.reason).toBe('JournalError');
    expect(error.message).toMatch(new RegExp(`${path} is corrupt at byte ${JOURNAL_MAGIC.length}:`));
    expect(readFileSync(path).equals(before)).toBe(true);
  });
});

test('damage in the middle of a segment is said with file, byte and offset; what is before and behind it is read', async () => {
  await put(await start(), ['value-0', 'value-1', 'value-2']);
  await end();
  const path = fileBelow(join(dataFolder, 'topics'), '.log');
  const bytes = readFileSync(path);
  const batchBytes = bytes.length / 3;
  bytes[batchBytes + 65] = 255 - (bytes[batchBytes + 65] ?? 0);
  writeFileSync(path, bytes);
  rmSync(join(dataFolder, 'ended-in-order'));
  const broker = await start();
  expect(lines).toEqual([expect.stringMatching(/^error good\[0\]: \d+ bytes at offset 1 are damaged/)]);
  expect(lines[0]).toContain(`${path}, byte ${batchBytes}`);
  const client = await TopicClient.open(broker.port);
  expect((await client.fetchFrom(0)).records?.includes('value-0')).toBe(true);
  expect((await client.fetchFrom(2)).records?.includes('value-2')).toBe(true);
  await client.works();
  await client.raw.end();
});

describe('a folder that had a broker', () => {
  test('is taken up at its former port, with what was in it, and without recovery', async () => {
    const { port } = await start();
    await put({ port }, ['value-0']);
    await end();
    const again = await start({ port: 'kept' });
    expect(again.port).toBe(port);
    const client = await TopicClient.open(port);
    expect((await client.fetchFrom(0)).records?.includes('value-0')).toBe(true);
    await client.works();
    await client.raw.end();
    expect(lines).toEqual([]);
  });

  test('gets another port where another program has the former one, and says so', async () => {
    const { port } = await start();
    await end();
    const other = createServer().listen(port, '127.0.0.1');
    const again = await start({ port: 'kept' });
    expect(again.port).not.toBe(port);
    expect(lines).toEqual([expect.stringContaining(`Port ${port} is in use`)]);
    await new Promise((resolve) => other.close(resolve));
  });

  test('is free when close has returned, many times over, with clients still connected', async () => {
    for (let i = 0; i < 3; i++) {
      const { port } = await start();
      const client = await TopicClient.open(port);
      await client.works();
      await end();
      await client.raw.closed;
    }
    expect(lines).toEqual([]);
  });
});

test('a folder is made with those above it', async () => {
  const deep = join(dataFolder, 'a', 'b', 'c');
  mkdirSync(join(dataFolder, 'a'));
  await put(await start({ dataFolder: deep }), ['value']);
  expect(existsSync(join(deep, 'topics'))).toBe(true);
});
