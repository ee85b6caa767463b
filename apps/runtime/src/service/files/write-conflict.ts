import type { FileText } from '@millrace/live';

/** A file is not what its writer has seen. `current`: what is there now; null: no file. */
export class WriteConflict extends Error {
  readonly current: FileText | null;

  constructor(file: string, current: FileText | null) {
    const now = current === null ? 'is not there any more' : 'was changed by somebody else';
    super(
      `${file} ${now} and is left as it is. Look at its present text, then save again over it or under another name.`,
    );
    this.name = 'WriteConflict';
    this.current = current;
  }
}
