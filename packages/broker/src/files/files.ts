/**
 * What the broker asks of a file system. Every call is synchronous and throws the system's own error (with its `code`: ENOSPC, EIO,
 * …); after a failed write nothing is known about the bytes behind the former end of the file. Handed in, so that a test can fill
 * the disk, forget what was not synced, and stop between any two calls.
 */
export type Files = {
  /** The names in a folder, in no order; none where there is no such folder. */
  list(folder: string): readonly string[];
  /** Makes a folder and those above it. */
  makeFolder(folder: string): void;
  /** Opens a file for reading and writing; an empty one where there is none. */
  open(path: string): OpenFile;
  /** Removes a file, or a folder with all that is in it; nothing happens where there is none. */
  remove(path: string): void;
  /** Puts a file or folder in another's place, at once or not at all. */
  rename(from: string, to: string): void;
  /** Makes names that came, went or changed in a folder outlive a loss of power. */
  syncFolder(folder: string): void;
};

export type OpenFile = {
  /** Bytes. */
  size(): number;
  /** Fills `into` from the byte `at` on; returns how many bytes there were. */
  read(at: number, into: Uint8Array): number;
  /** Writes all of `bytes` from the byte `at` on, or throws. */
  write(at: number, bytes: Uint8Array): void;
  truncate(size: number): void;
  /** Makes what was written outlive a loss of power. */
  sync(): void;
  close(): void;
};
