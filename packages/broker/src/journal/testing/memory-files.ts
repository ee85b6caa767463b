import type { Files, OpenFile } from '../../files/files.ts';

type Content = { bytes: Uint8Array; synced: Uint8Array };

/** A file system in memory that can stop before any call, be full, and forget what was not synced. */
export class MemoryFiles implements Files {
  /** The names as the process sees them, and as a loss of power leaves them. */
  #names = new Map<string, Content>();
  #syncedNames = new Map<string, Content>();
  /** Changing calls so far. */
  calls = 0;
  /** The changing call of this number and all after it throw; a write has then written this share of its bytes. */
  stopAt = Number.POSITIVE_INFINITY;
  tornShare = 0;
  /** Bytes that all files together may have. */
  capacity = Number.POSITIVE_INFINITY;

  /**
   * What a process finds that starts after this one was killed; `afterPowerLoss`: only what was synced. Names may outlive it though
   * their folder was not synced: then they are all there.
   */
  reopened(afterPowerLoss: boolean, namesOutlive = false): MemoryFiles {
    const files = new MemoryFiles();
    for (const [path, { bytes, synced }] of afterPowerLoss && !namesOutlive ? this.#syncedNames : this.#names) {
      const content = { bytes: (afterPowerLoss ? synced : bytes).slice(), synced: synced.slice() };
      files.#names.set(path, content);
      files.#syncedNames.set(path, content);
    }
    return files;
  }

  bytesOf(path: string): Uint8Array {
    return this.#names.get(path)?.bytes ?? new Uint8Array();
  }

  list(folder: string): readonly string[] {
    return [...this.#names.keys()]
      .filter((path) => folderOf(path) === folder)
      .map((path) => path.slice(folder.length + 1));
  }

  makeFolder(_folder: string): void {
    this.#count();
  }

  open(path: string): OpenFile {
    this.#count();
    const content = this.#names.get(path) ?? { bytes: new Uint8Array(), synced: new Uint8Array() };
    this.#names.set(path, content);
    return this.#handle(content);
  }

  remove(path: string): void {
    this.#count();
    for (const name of this.#names.keys()) if (name === path || name.startsWith(`${path}/`)) this.#names.delete(name);
  }

  rename(from: string, to: string): void {
    this.#count();
    const content = this.#names.get(from);
    if (content === undefined) throw new Error(`ENOENT: ${from}`);
    this.#names.set(to, content);
    this.#names.delete(from);
  }

  syncFolder(folder: string): void {
    this.#count();
    for (const [path, content] of this.#names) if (folderOf(path) === folder) this.#syncedNames.set(path, content);
    for (const path of this.#syncedNames.keys())
      if (folderOf(path) === folder && !this.#names.has(path)) this.#syncedNames.delete(path);
  }

  #handle(content: Content): OpenFile {
    return {
      size: () => content.bytes.length,
      read(at, into) {
        const part = content.bytes.subarray(at, at + into.length);
        into.set(part);
        return part.length;
      },
      write: (at, bytes) => this.#write(content, at, bytes),
      truncate: (size) => {
        this.#count();
        content.bytes = content.bytes.slice(0, size);
      },
      sync: () => {
        this.#count();
        content.synced = content.bytes.slice();
      },
      close: () => {},
    };
  }

  #write(content: Content, at: number, bytes: Uint8Array): void {
    if (this.calls + 1 === this.stopAt) put(content, at, bytes.subarray(0, Math.floor(bytes.length * this.tornShare)));
    this.#count();
    const used = [...new Set(this.#names.values())].reduce((sum, { bytes: held }) => sum + held.length, 0);
    const room = Math.max(0, this.capacity - used + content.bytes.length - at);
    put(content, at, bytes.subarray(0, room));
    if (bytes.length > room) throw Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC' });
  }

  #count(): void {
    this.calls += 1;
    if (this.calls >= this.stopAt) throw new Error('stopped');
  }
}

function put(content: Content, at: number, bytes: Uint8Array): void {
  const grown = new Uint8Array(Math.max(content.bytes.length, at + bytes.length));
  grown.set(content.bytes);
  grown.set(bytes, at);
  content.bytes = grown;
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/'));
}
