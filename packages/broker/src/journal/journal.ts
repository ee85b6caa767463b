import type { Files, OpenFile } from '../files/files.ts';
import { encodeFrame, JOURNAL_MAGIC } from './journal-frame.ts';
import { readJournal } from './read-journal.ts';

/** Whose state a journal keeps. */
export type JournalOwner<Entry> = {
  /** Takes an entry of an earlier run, in the order in which they were appended. */
  replay(entry: Entry): void;
  /** Entries that alone make the state of now: all that was appended, and nothing else. */
  snapshot(): Iterable<Entry>;
};

export type JournalOptions = {
  /** Entries must outlive a loss of power once `flush` has returned; otherwise a stop of the process once `append` has. */
  readonly fsync: boolean;
  /** The file is rewritten when it outgrows this and four times what the last rewriting left. Default 1 MiB. */
  readonly rewriteBytes?: number;
};

const REWRITE_BYTES = 1024 * 1024;
const GROWTH = 4;

/** Durable small state of one kind: a file of JSON entries that is appended to, and rewritten when most of it is outdated. */
export class Journal<Entry> {
  readonly #files: Files;
  readonly #path: string;
  readonly #fsync: boolean;
  readonly #rewriteBytes: number;
  #file: OpenFile | undefined;
  #owner: JournalOwner<Entry> | undefined;
  #size = 0;
  /** Bytes known to be durable; in fsync mode what the last flush found. */
  #firm = 0;
  #rewriteAt: number;
  /** Bytes of a failed append may lie behind `#size`. */
  #ragged = false;
  #unsynced = false;
  #nameUnsynced = false;

  constructor(files: Files, path: string, options: JournalOptions) {
    this.#files = files;
    this.#path = path;
    this.#fsync = options.fsync;
    this.#rewriteBytes = options.rewriteBytes ?? REWRITE_BYTES;
    this.#rewriteAt = this.#rewriteBytes;
  }

  /** Hands the owner what earlier runs appended. A torn tail is cut; throws a `JournalError` where acknowledged entries are lost. */
  start(owner: JournalOwner<Entry>): void {
    this.#files.makeFolder(folderOf(this.#path));
    this.#files.remove(`${this.#path}.new`);
    const file = this.#files.open(this.#path);
    const bytes = new Uint8Array(file.size());
    const decoder = new TextDecoder();
    file.read(0, bytes);
    const size = readJournal(this.#path, bytes, ({ entry }) =>
      owner.replay(JSON.parse(decoder.decode(entry)) as Entry),
    );
    if (size < bytes.length) file.truncate(size);
    if (size === 0) file.write(0, JOURNAL_MAGIC);
    this.#file = file;
    this.#owner = owner;
    this.#size = Math.max(size, JOURNAL_MAGIC.length);
    this.#unsynced = true;
    this.#nameUnsynced = true;
    if (this.#fsync) this.flush();
  }

  /**
   * Writes an entry before it returns; throws the file system's error, and then the entry is not there. The owner changes its state
   * afterwards, and by no more than the entry says: a snapshot may be taken at the next call.
   */
  append(entry: Entry): void {
    if (this.#size > this.#rewriteAt) this.#rewrite();
    const frame = encodeFrame(encode(entry), this.#fsync ? this.#firm : this.#size);
    if (this.#ragged) this.#cutBack();
    try {
      this.#open().write(this.#size, frame);
    } catch (error) {
      this.#ragged = true;
      this.#tryCutBack();
      throw error;
    }
    this.#size += frame.length;
    this.#unsynced = true;
  }

  /** Makes what was appended outlive a loss of power; nothing to do outside fsync mode. */
  flush(): void {
    if (!this.#fsync) return;
    if (this.#unsynced) this.#open().sync();
    this.#unsynced = false;
    if (this.#nameUnsynced) this.#files.syncFolder(folderOf(this.#path));
    this.#nameUnsynced = false;
    this.#firm = this.#size;
  }

  close(): void {
    this.#file?.close();
    this.#file = undefined;
  }

  #open(): OpenFile {
    if (this.#file === undefined) throw new Error(`the journal ${this.#path} is not open`);
    return this.#file;
  }

  #cutBack(): void {
    this.#open().truncate(this.#size);
    this.#ragged = false;
  }

  #tryCutBack(): void {
    try {
      this.#cutBack();
    } catch {
      // Stays ragged: the next append cuts before it writes, or fails as well.
    }
  }

  /** The file stays as it is where there is no room for another. */
  #rewrite(): void {
    const path = `${this.#path}.new`;
    let next: OpenFile | undefined;
    let size = 0;
    try {
      this.#files.remove(path);
      next = this.#files.open(path);
      size = this.#writeSnapshot(next);
      next.sync();
      this.#files.rename(path, this.#path);
    } catch {
      next?.close();
      this.#rewriteAt = this.#size * 2;
      this.#tryRemove(path);
      return;
    }
    this.#replace(next, size);
  }

  #tryRemove(path: string): void {
    try {
      this.#files.remove(path);
    } catch {
      // It goes with the next rewriting or the next start.
    }
  }

  #writeSnapshot(file: OpenFile): number {
    let size = JOURNAL_MAGIC.length;
    file.write(0, JOURNAL_MAGIC);
    for (const entry of this.#owner?.snapshot() ?? []) {
      const frame = encodeFrame(encode(entry), size);
      file.write(size, frame);
      size += frame.length;
    }
    return size;
  }

  #replace(file: OpenFile, size: number): void {
    const former = this.#open();
    this.#file = file;
    this.#size = size;
    this.#firm = size;
    this.#ragged = false;
    this.#unsynced = false;
    this.#nameUnsynced = true;
    this.#rewriteAt = Math.max(this.#rewriteBytes, GROWTH * size);
    former.close();
  }
}

function encode(entry: unknown): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(entry));
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf('/'), 0)) || '.';
}
