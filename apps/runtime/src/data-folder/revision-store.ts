import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readTextFile, writeFileAtomically } from './data-folder.ts';

/** A deployed copy of a document: `number` counts from 1 for each pipeline. */
export type Revision = { readonly number: number; readonly text: string };

/** The deployed revisions of pipelines, `pipelines/<id>/revision-<n>.json` in the data folder. */
export class RevisionStore {
  readonly #folder: string;
  /** What was read or deployed: the lock of the data folder lets nobody else write. */
  readonly #latest = new Map<string, Revision | null>();

  constructor(dataFolder: string) {
    this.#folder = join(dataFolder, 'pipelines');
  }

  /** Keeps a copy of the document as the running revision; the same text again is the same revision. */
  deploy(id: string, text: string): Revision {
    const last = this.latest(id);
    if (last?.text === text) return last;
    const next = { number: (last?.number ?? 0) + 1, text };
    mkdirSync(join(this.#folder, id), { recursive: true });
    writeFileAtomically(this.#path(id, next.number), text);
    this.#latest.set(id, next);
    return next;
  }

  latest(id: string): Revision | null {
    const known = this.#latest.get(id);
    if (known !== undefined) return known;
    const read = this.#read(id);
    this.#latest.set(id, read);
    return read;
  }

  #read(id: string): Revision | null {
    const number = Math.max(0, ...this.#numbers(id));
    if (number === 0) return null;
    const text = readTextFile(this.#path(id, number));
    return text === null ? null : { number, text };
  }

  #numbers(id: string): number[] {
    const folder = join(this.#folder, id);
    if (!existsSync(folder)) return [];
    return readdirSync(folder).flatMap((name) => {
      const match = /^revision-([1-9]\d*)\.json$/.exec(name);
      return match === null ? [] : [Number(match[1])];
    });
  }

  #path(id: string, number: number): string {
    return join(this.#folder, id, `revision-${number}.json`);
  }
}
