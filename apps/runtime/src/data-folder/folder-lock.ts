import { closeSync, mkdirSync, openSync, readFileSync, unlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { DataFolderError, readTextFile } from './data-folder.ts';

type Owner = { readonly pid: number; readonly startedAt: string };

/**
 * Makes this process the one service of a data folder (`lock` in it). A lock whose owner has died is taken over; a pid that
 * was given to another process since then is told apart by its start time where the system says it.
 */
export function lockDataFolder(folder: string): { release(): void } {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'lock');
  for (let attempt = 0; attempt < 3; attempt++) {
    if (tryCreate(path)) return { release: () => release(path) };
    const owner = readOwner(path);
    if (owner !== null && isAlive(owner)) {
      throw new DataFolderError(
        `The data folder ${folder} is in use by the process ${owner.pid}. Stop that Millrace, or choose another folder with --data.`,
      );
    }
    removeStale(path);
  }
  throw new DataFolderError(`The lock ${path} could not be taken: others take it at the same time. Start again.`);
}

function tryCreate(path: string): boolean {
  try {
    const file = openSync(path, 'wx');
    const owner: Owner = { pid: process.pid, startedAt: startTime(process.pid) };
    writeSync(file, JSON.stringify(owner));
    closeSync(file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Null for a lock that was torn by a crash while it was written. */
function readOwner(path: string): Owner | null {
  const text = readTextFile(path);
  if (text === null || text === '') return null;
  return JSON.parse(text) as Owner;
}

function isAlive({ pid, startedAt }: Owner): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  const now = startTime(pid);
  return now === '' || startedAt === '' || now === startedAt;
}

/** The kernel's start time of a process; empty where the system has no /proc. */
function startTime(pid: number): string {
  const stat = readTextFile(`/proc/${pid}/stat`);
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
}

function removeStale(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

function release(path: string): void {
  const owner = JSON.parse(readFileSync(path, 'utf8')) as Owner;
  if (owner.pid === process.pid) unlinkSync(path);
}
