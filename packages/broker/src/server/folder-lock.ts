import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const NAME = 'broker.lock';

/** The folder is another broker's that runs. */
export class FolderInUse extends Error {
  override readonly name = 'FolderInUse';
}

/** Keeps a data folder to one broker at a time; a lock whose process has gone is taken over. Gives what lets go of it. */
export function lockFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, NAME);
  const own = `${process.pid} ${startOf(process.pid)} ${Math.random().toString(36).slice(2)}\n`;
  const draft = `${path}.${process.pid}.${own.split(' ')[2]?.trim()}`;
  writeFileSync(draft, own);
  try {
    take(path, draft);
  } finally {
    rmSync(draft, { force: true });
  }
  return () => {
    if (readOrNull(path) === own) rmSync(path, { force: true });
  };
}

/** A link is made at once or not at all, with its content. */
function take(path: string, draft: string): void {
  for (;;) {
    try {
      linkSync(draft, path);
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const holder = readOrNull(path);
    if (holder === null) continue;
    const [pid = '', started = ''] = holder.trim().split(' ');
    if (runs(Number(pid), started)) {
      throw new FolderInUse(
        `Another broker, the process ${pid}, works on this folder (${path}). End it first, or choose another folder.`,
      );
    }
    if (readOrNull(path) === holder) rmSync(path, { force: true });
  }
}

function runs(pid: number, started: string): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  // A number is given again after a while; the time of its start tells another process under it.
  return startOf(pid) === started;
}

/** When a process was started, in the system's own words; `-` where the system does not tell. */
function startOf(pid: number): string {
  const stat = readOrNull(`/proc/${pid}/stat`);
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '-';
}

function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
