import { linkSync, mkdirSync, renameSync, unlinkSync, writeFileSync } from 'node:fs';
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
    if (create(path)) return { release: () => release(path) };
    const text = readTextFile(path);
    if (text === null) continue;
    const owner = JSON.parse(text) as Owner;
    if (isAlive(owner)) {
      throw new DataFolderError(
        `The data folder ${folder} is in use by the process ${owner.pid}. Stop that Millrace, or choose another folder with --data.`,
      );
    }
    removeStale(path, text);
  }
  throw new DataFolderError(`The lock ${path} could not be taken: others take it at the same time. Start again.`);
}

/** The lock appears with its content or not at all: a link to a file that is complete. */
function create(path: string): boolean {
  const owner: Owner = { pid: process.pid, startedAt: startTime(process.pid) };
  const complete = `${path}.${process.pid}`;
  writeFileSync(complete, JSON.stringify(owner), { flush: true });
  try {
    linkSync(complete, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    unlinkSync(complete);
  }
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

/** Moves the stale lock aside; what another process put there meanwhile is put back. */
function removeStale(path: string, stale: string): void {
  const aside = `${path}.${process.pid}.stale`;
  try {
    renameSync(path, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  try {
    if (readTextFile(aside) !== stale) linkSync(aside, path);
  } finally {
    unlinkSync(aside);
  }
}

function release(path: string): void {
  const text = readTextFile(path);
  if (text !== null && (JSON.parse(text) as Owner).pid === process.pid) unlinkSync(path);
}
