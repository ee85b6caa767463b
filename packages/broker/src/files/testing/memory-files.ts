import type { Files, OpenFile } from '../files.ts';

/** Thrown in the place of a call before which the process was to stop. */
export class Stop extends Error {}

type Change = { readonly at: number; readonly bytes: Buffer } | { readonly size: number };

/** A file: its bytes as the process sees them, those that were synced, and what came since. */
class Inode {
  bytes: Buffer = Buffer.alloc(0);
  synced: Buffer = Buffer.alloc(0);
  changes: Change[] = [];

  apply(change: Change): void {
    this.changes.push(change);
    this.bytes = applied(this.bytes, change);
  }

  sync(): void {
    this.synced = this.bytes;
    this.changes = [];
  }
}

function applied(bytes: Buffer, change: Change): Buffer {
  const end = 'size' in change ? change.size : Math.max(bytes.length, change.at + change.bytes.length);
  const next = Buffer.alloc(end);
  bytes.copy(next);
  if ('bytes' in change) change.bytes.copy(next, change.at);
  return next;
}

/** A change of a folder's names. */
type Renaming = { readonly folder: string; readonly apply: (names: Map<string, Inode>) => void };

/**
 * Files in memory that fail on command: a disk with so much room, a process that stops before its n-th call, and a loss of power
 * that keeps of what was not synced only what chance decides.
 */
export class MemoryFiles implements Files {
  #names = new Map<string, Inode>();
  #syncedNames = new Map<string, Inode>();
  #renamings: Renaming[] = [];
  /** Bytes that all files may have in all. */
  capacityBytes = Number.POSITIVE_INFINITY;
  /** Calls so far that change something, or make it durable. */
  calls = 0;
  /** The number of the call that throws {@link Stop}, as all behind it do; a write has then written this share of its bytes. */
  stopAt = Number.POSITIVE_INFINITY;
  tornShare = 0;
  /** Is called before each call that is counted: this is what another moment would have left. */
  onCall: (() => void) | null = null;

  get usedBytes(): number {
    return [...new Set(this.#names.values())].reduce((sum, { bytes }) => sum + bytes.length, 0);
  }

  /** So many calls are still done; the next one throws {@link Stop}. */
  stopAfter(calls: number): void {
    this.stopAt = this.calls + calls + 1;
  }

  /** The process ends: its next life finds all that was written. */
  kill(): void {
    this.stopAt = Number.POSITIVE_INFINITY;
  }

  /**
   * What a process finds that starts after this one was killed, which may go on with its own files; `afterPowerLoss`: only what was
   * synced. Names may outlive it though their folder was not synced: then they are all there.
   */
  reopened(afterPowerLoss: boolean, namesOutlive = false): MemoryFiles {
    const files = new MemoryFiles();
    for (const [path, inode] of afterPowerLoss && !namesOutlive ? this.#syncedNames : this.#names) {
      const copy = new Inode();
      copy.bytes = afterPowerLoss ? inode.synced : inode.bytes;
      copy.sync();
      files.#names.set(path, copy);
      files.#syncedNames.set(path, copy);
    }
    return files;
  }

  /**
   * The power is lost. `chance` in [0, 1) decides for each unsynced change whether it survived, or (writes) how much of it did;
   * changes of one folder's names survive in any choice as well.
   */
  losePower(chance: () => number): void {
    const names = new Map(this.#syncedNames);
    for (const { apply } of this.#renamings) if (chance() < 0.5) apply(names);
    for (const inode of new Set([...names.values()])) {
      inode.bytes = inode.synced;
      for (const change of inode.changes) inode.bytes = survived(inode.bytes, change, chance());
      inode.sync();
    }
    this.#names = names;
    this.#syncedNames = new Map(names);
    this.#renamings = [];
    this.stopAt = Number.POSITIVE_INFINITY;
  }

  /** The bytes of a file, for looking at and damaging them. */
  contentOf(path: string): Buffer {
    const inode = this.#names.get(path);
    if (inode === undefined) throw new Error(`There is no ${path}.`);
    return inode.bytes;
  }

  list(folder: string): readonly string[] {
    const below = [...this.#names.keys()].filter((path) => path.startsWith(`${folder}/`));
    return [...new Set(below.map((path) => path.slice(folder.length + 1).split('/')[0] as string))];
  }

  makeFolder(): void {}

  open(path: string): OpenFile {
    let inode = this.#names.get(path);
    if (inode === undefined) {
      this.#step();
      const made = new Inode();
      inode = made;
      this.#rename(path, (names) => names.set(path, made));
    }
    return this.#openFile(inode);
  }

  remove(path: string): void {
    const isThere = (name: string) => name === path || name.startsWith(`${path}/`);
    if (![...this.#names.keys()].some(isThere)) return;
    this.#step();
    this.#rename(path, (names) => {
      for (const name of names.keys()) if (isThere(name)) names.delete(name);
    });
  }

  rename(from: string, to: string): void {
    this.#step();
    const inode = this.#names.get(from);
    if (inode === undefined) throw systemError('ENOENT', from);
    this.#rename(to, (names) => {
      names.set(to, inode);
      names.delete(from);
    });
  }

  syncFolder(folder: string): void {
    this.#step();
    for (const { apply } of this.#renamings.filter((r) => r.folder === folder)) apply(this.#syncedNames);
    this.#renamings = this.#renamings.filter((r) => r.folder !== folder);
  }

  #openFile(inode: Inode): OpenFile {
    return {
      size: () => inode.bytes.length,
      read: (at, into) => (at < inode.bytes.length ? inode.bytes.copy(into, 0, at) : 0),
      write: (at, bytes) => {
        if (this.calls + 1 === this.stopAt) this.#write(inode, at, bytes.subarray(0, bytes.length * this.tornShare));
        this.#step();
        this.#write(inode, at, bytes);
      },
      truncate: (size) => {
        this.#step();
        inode.apply({ size });
      },
      sync: () => {
        this.#step();
        inode.sync();
      },
      close: () => {},
    };
  }

  /** A full disk takes the first part of a write. */
  #write(inode: Inode, at: number, bytes: Uint8Array): void {
    const room = this.capacityBytes - this.usedBytes + inode.bytes.length - at;
    const fitting = Buffer.from(bytes.subarray(0, Math.max(0, room)));
    if (fitting.length > 0) inode.apply({ at, bytes: fitting });
    if (fitting.length < bytes.length) throw systemError('ENOSPC', 'no space left on device');
  }

  #rename(path: string, apply: (names: Map<string, Inode>) => void): void {
    apply(this.#names);
    this.#renamings.push({ folder: path.slice(0, path.lastIndexOf('/')), apply });
  }

  #step(): void {
    this.onCall?.();
    this.calls += 1;
    if (this.calls >= this.stopAt) throw new Stop('The process was stopped.');
  }
}

function survived(bytes: Buffer, change: Change, chance: number): Buffer {
  if ('size' in change) return chance < 0.5 ? applied(bytes, change) : bytes;
  if (chance < 0.3) return bytes;
  const kept = chance < 0.7 ? change.bytes.length : Math.floor(((chance - 0.7) / 0.3) * change.bytes.length);
  return kept === 0 ? bytes : applied(bytes, { at: change.at, bytes: change.bytes.subarray(0, kept) });
}

function systemError(code: string, what: string): Error {
  return Object.assign(new Error(`${code}: ${what}`), { code });
}
