import {
  closeSync,
  constants,
  fdatasyncSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import type { Files, OpenFile } from './files.ts';

/** The file system of this machine. */
export const nodeFiles: Files = {
  list(folder) {
    try {
      return readdirSync(folder);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw error;
    }
  },
  makeFolder: (folder) => void mkdirSync(folder, { recursive: true }),
  open: (path) => openFile(openSync(path, constants.O_RDWR | constants.O_CREAT, 0o600)),
  remove: (path) => rmSync(path, { recursive: true, force: true }),
  rename: renameSync,
  syncFolder(folder) {
    const descriptor = openSync(folder, constants.O_RDONLY);
    try {
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  },
};

function openFile(descriptor: number): OpenFile {
  return {
    size: () => fstatSync(descriptor).size,
    read(at, into) {
      let done = 0;
      while (done < into.length) {
        const count = readSync(descriptor, into, done, into.length - done, at + done);
        if (count === 0) break;
        done += count;
      }
      return done;
    },
    write(at, bytes) {
      for (let done = 0; done < bytes.length; )
        done += writeSync(descriptor, bytes, done, bytes.length - done, at + done);
    },
    truncate: (size) => ftruncateSync(descriptor, size),
    sync: () => fdatasyncSync(descriptor),
    close: () => closeSync(descriptor),
  };
}
