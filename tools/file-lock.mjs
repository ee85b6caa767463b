// One process at a time: a file that names its owner, taken over when the owner has ended.
import { linkSync, mkdirSync, readFileSync, renameSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { errorCode, isRunning, ownIdentity } from './processes.mjs';

/**
 * Runs `work` while no other process holds the lock file; `onWait` is called once when another one does.
 * @template T
 * @param {string} path @param {() => Promise<T>} work @param {(ownerPid: number) => void} [onWait]
 * @returns {Promise<T>}
 */
export async function withFileLock(path, work, onWait) {
  mkdirSync(dirname(path), { recursive: true });
  let waited = false;
  while (!create(path)) {
    const text = readText(path);
    if (text === null) continue;
    const owner = JSON.parse(text);
    if (!isRunning(owner)) removeStale(path, text);
    else {
      if (!waited) onWait?.(owner.pid);
      waited = true;
      await delay(100);
    }
  }
  try {
    return await work();
  } finally {
    unlinkSync(path);
  }
}

/** The file appears with its content or not at all: a link to one that is complete. @param {string} path */
function create(path) {
  const complete = `${path}.${process.pid}`;
  writeFileSync(complete, JSON.stringify(ownIdentity()));
  try {
    linkSync(complete, path);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  } finally {
    unlinkSync(complete);
  }
}

/** Moves the stale file aside; what another process put there meanwhile is put back. @param {string} path @param {string} stale */
function removeStale(path, stale) {
  const aside = `${path}.${process.pid}.stale`;
  try {
    renameSync(path, aside);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return;
    throw error;
  }
  if (readText(aside) !== stale) linkSync(aside, path);
  unlinkSync(aside);
}

/** @param {string} path @returns {string | null} */
function readText(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}
