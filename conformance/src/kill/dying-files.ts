import type { Files, OpenFile } from '@millrace/broker';

/**
 * A file system under which the process dies of SIGKILL at its `at`-th change, counted from 1: what it was about to write is there in
 * part, anything else is not done.
 */
export function dyingFiles(files: Files, at: number): Files {
  let changes = 0;
  const isLast = () => {
    changes += 1;
    return changes === at;
  };
  const beforeEach = () => {
    if (isLast()) die();
  };
  const dyingFile = (file: OpenFile): OpenFile => ({
    ...file,
    write(position, bytes) {
      if (!isLast()) return file.write(position, bytes);
      file.write(position, bytes.subarray(0, at % bytes.length));
      die();
    },
    truncate(size) {
      beforeEach();
      file.truncate(size);
    },
  });
  return {
    ...files,
    open: (path) => dyingFile(files.open(path)),
    remove(path) {
      beforeEach();
      files.remove(path);
    },
    rename(from, to) {
      beforeEach();
      files.rename(from, to);
    },
  };
}

/** Does not come back. */
function die(): void {
  process.kill(process.pid, 'SIGKILL');
}
