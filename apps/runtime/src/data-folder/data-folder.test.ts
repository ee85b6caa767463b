import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { namespaceOf } from './data-folder.ts';
import { lockDataFolder } from './folder-lock.ts';
import { RevisionStore } from './revision-store.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'millrace-data-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const bytes =
  (...values: number[]) =>
  () =>
    Uint8Array.from(values);

test('a namespace is made once and kept', () => {
  const first = namespaceOf(folder, undefined, bytes(1, 18, 35, 52));
  expect(first).toMatch(/^[a-z]{8}$/);
  expect(namespaceOf(folder, undefined, bytes(9, 9, 9, 9))).toBe(first);
});

test('MILLRACE_NAMESPACE decides, and is checked', () => {
  expect(namespaceOf(folder, 'team-a', bytes(0))).toBe('team-a');
  expect(() => namespaceOf(folder, 'Team A', bytes(0))).toThrow(/1 to 32 lower-case letters/);
});

test('a second service is refused while the first lives, and may follow it', () => {
  const lock = lockDataFolder(folder);
  expect(() => lockDataFolder(folder)).toThrow(new RegExp(`in use by the process ${process.pid}`));
  lock.release();
  lockDataFolder(folder).release();
  expect(existsSync(join(folder, 'lock'))).toBe(false);
});

test('the lock of a process that has died is taken over', () => {
  const dead = spawnSync(process.execPath, ['-e', '']).pid;
  writeFileSync(join(folder, 'lock'), JSON.stringify({ pid: dead, startedAt: '1' }));
  lockDataFolder(folder).release();
});

test('a pid that belongs to somebody else by now does not keep the lock', () => {
  writeFileSync(join(folder, 'lock'), JSON.stringify({ pid: process.ppid, startedAt: '1' }));
  if (existsSync('/proc/self/stat')) lockDataFolder(folder).release();
  else expect(() => lockDataFolder(folder)).toThrow(/in use/);
});

test('revisions count from 1, and the same text is the same revision', () => {
  const store = new RevisionStore(folder);
  expect(store.latest('k3v9q2m7xw4a')).toBeNull();
  expect(store.deploy('k3v9q2m7xw4a', '{"a":1}').number).toBe(1);
  expect(store.deploy('k3v9q2m7xw4a', '{"a":1}').number).toBe(1);
  expect(store.deploy('k3v9q2m7xw4a', '{"a":2}').number).toBe(2);
  expect(new RevisionStore(folder).latest('k3v9q2m7xw4a')).toEqual({ number: 2, text: '{"a":2}' });
  const files = readdirSync(join(folder, 'pipelines', 'k3v9q2m7xw4a'));
  expect(files.sort()).toEqual(['revision-1.json', 'revision-2.json']);
  expect(readFileSync(join(folder, 'pipelines', 'k3v9q2m7xw4a', 'revision-1.json'), 'utf8')).toBe('{"a":1}');
});
