import type { Files, OpenFile } from '@millrace/broker';

/** The change at which to die, counted from 1 among those to paths that hold the word. */
export type LastChange = { readonly word: string; readonly at: number };

/**
 * A file system under which the process dies of SIGKILL at a change: what it was about to write is there in part, anything else is
 * not done.
 */
export function dyingFiles(files: Files, { word, at }: LastChange): Files {
  let changes = 0;
  const isLast = (path: string) => {
    if (path.includes(word)) changes += 1;
    return changes === at;
  };
  const beforeEach = (path: string) => {
    if (isLast(path)) die();
  };
  const dyingFile = (file: OpenFile, path: string): OpenFile => ({
    ...file,
    write(position, bytes) {
      if (!isLast(path)) return file.write(position, bytes);
      file.write(position, bytes.subarray(0, at % bytes.length));
      die();
    },
    truncate(size) {
      beforeEach(path);
      file.truncate(size);
    },
  });
  return {
    ...files,
    open: (path) => dyingFile(files.open(path), path),
    remove(path) {
      beforeEach(path);
      files.remove(path);
    },
    rename(from, to) {
      beforeEach(to);
      files.rename(from, to);
    },
  };
}

/** Does not come back. */
function die(): void {
  process.kill(process.pid, 'SIGKILL');
}
