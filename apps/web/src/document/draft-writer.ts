import type { StoredFile, StoredFiles } from './stored-files.ts';

/** Where drafts are written; both reject when the file is not the one that `base` names. */
export interface DraftFiles {
  writeDocument(name: string, text: string, base: string | null): Promise<StoredFile>;
  writeLayout(name: string, text: string, base: string | null): Promise<StoredFile>;
}

/** What a page has to write, and what it has seen of the files. */
export type WrittenDraft = {
  readonly name: string;
  readonly text: string;
  readonly places: string;
  readonly stored: StoredFiles;
};

/**
 * Writes drafts one after another. A draft that was made before a write had ended is written over what that write left, so that no
 * page is refused by its own work. Files that would not change are not written.
 */
export class DraftWriter {
  readonly #files: DraftFiles;
  #known: { readonly from: StoredFiles; readonly to: StoredFiles } | null = null;
  #last: Promise<unknown> = Promise.resolve();

  constructor(files: DraftFiles) {
    this.#files = files;
  }

  /** Gives what is stored then. Rejects as the file does; what was written before that is kept in mind. */
  write(draft: WrittenDraft): Promise<StoredFiles> {
    const done = this.#last.then(() => this.#writeNow(draft));
    this.#last = done.catch(() => undefined);
    return done;
  }

  /** When nothing is on its way any more. */
  async settled(): Promise<void> {
    await this.#last;
  }

  async #writeNow({ name, text, places, stored }: WrittenDraft): Promise<StoredFiles> {
    const base = this.#known?.from === stored ? this.#known.to : stored;
    const document =
      text === base.document.text ? base.document : await this.#files.writeDocument(name, text, base.document.version);
    this.#known = { from: stored, to: { ...base, document } };
    const layout =
      places === base.layout?.text
        ? base.layout
        : await this.#files.writeLayout(name, places, base.layout?.version ?? null);
    this.#known = { from: stored, to: { document, layout } };
    return this.#known.to;
  }
}
