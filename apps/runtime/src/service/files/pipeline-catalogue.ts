import { lstatSync, statSync } from 'node:fs';
import { Refused } from '../refused.ts';
import { type DocumentDescription, describeDocument } from './describe-document.ts';
import type { PipelineFolder, PipelinePart } from './pipeline-folder.ts';

/**
 * A pipeline's files as they are now. `version` is empty and `fault` says why where the document cannot be read; `sharing` names the
 * other files that have the same id.
 */
export type CataloguedPipeline = DocumentDescription & {
  readonly name: string;
  readonly file: string;
  readonly version: string;
  readonly layoutVersion: string | null;
  readonly fault: string | null;
  readonly sharing: readonly string[];
};

type Entry = Omit<CataloguedPipeline, 'sharing' | 'layoutVersion'>;
type Seen<T> = { readonly signature: string; readonly value: T };

/** What the folder holds, read again only where a file has changed. */
export class PipelineCatalogue {
  readonly #folder: PipelineFolder;
  readonly #onChange: () => void;
  readonly #documents = new Map<string, Seen<Entry>>();
  readonly #layouts = new Map<string, Seen<string | null>>();
  #pipelines: ReadonlyMap<string, CataloguedPipeline> = new Map();

  /** `onChange` is called after each scan that has found a change. */
  constructor(folder: PipelineFolder, onChange: () => void = () => {}) {
    this.#folder = folder;
    this.#onChange = onChange;
    this.#read();
  }

  /** By name. */
  get pipelines(): ReadonlyMap<string, CataloguedPipeline> {
    return this.#pipelines;
  }

  /** Looks at the folder again; tells when a file has come, gone or changed. */
  scan(): void {
    const former = this.#pipelines;
    this.#read();
    if (!isSame(former, this.#pipelines)) this.#onChange();
  }

  #read(): void {
    const names = this.#folder.names();
    for (const name of [...this.#documents.keys()].filter((known) => !names.includes(known))) this.#forget(name);
    const found = names.map((name) => ({ ...this.#document(name), layoutVersion: this.#layout(name) }));
    this.#pipelines = new Map(
      found.map((entry) => [entry.name, { ...entry, sharing: sharing(entry, found) }] as const),
    );
  }

  #forget(name: string): void {
    this.#documents.delete(name);
    this.#layouts.delete(name);
  }

  #document(name: string): Entry {
    return remembered(this.#documents, name, this.#signature(name, 'document'), () => this.#readDocument(name));
  }

  #layout(name: string): string | null {
    return remembered(this.#layouts, name, this.#signature(name, 'layout'), () => {
      const read = readOrFault(() => this.#folder.read(name, 'layout')?.version ?? null);
      return read instanceof Refused ? null : read;
    });
  }

  #readDocument(name: string): Entry {
    const file = this.#folder.pathOf(name, 'document');
    const read = readOrFault(() => this.#folder.read(name, 'document'));
    if (read instanceof Refused || read === null) {
      const fault = read === null ? `${file} is a link to nothing. Put the file itself there.` : read.message;
      return { name, file, version: '', id: null, errors: null, fault };
    }
    return { name, file, version: read.version, ...describeDocument(read.text), fault: null };
  }

  /** What changes with the file; of a link also with what it leads to. */
  #signature(name: string, part: PipelinePart): string {
    const path = this.#folder.pathOf(name, part);
    return [lstatSync, statSync].map((look) => signatureBy(look, path)).join();
  }
}

function signatureBy(look: typeof lstatSync, path: string): string {
  try {
    const { ino, size, mtimeMs, ctimeMs } = look(path);
    return `${ino} ${size} ${mtimeMs} ${ctimeMs}`;
  } catch (error) {
    return String((error as NodeJS.ErrnoException).code);
  }
}

function remembered<T>(seen: Map<string, Seen<T>>, name: string, signature: string, read: () => T): T {
  const known = seen.get(name);
  if (known?.signature === signature) return known.value;
  const value = read();
  seen.set(name, { signature, value });
  return value;
}

function readOrFault<T>(read: () => T): T | Refused {
  try {
    return read();
  } catch (error) {
    if (error instanceof Refused) return error;
    throw error;
  }
}

function sharing({ id, name }: Entry, all: readonly Entry[]): string[] {
  return id === null ? [] : all.filter((other) => other.id === id && other.name !== name).map((other) => other.name);
}

function isSame(a: ReadonlyMap<string, CataloguedPipeline>, b: ReadonlyMap<string, CataloguedPipeline>): boolean {
  const key = (pipelines: ReadonlyMap<string, CataloguedPipeline>) =>
    JSON.stringify(
      [...pipelines.values()].map(({ name, version, layoutVersion, fault }) => [name, version, layoutVersion, fault]),
    );
  return key(a) === key(b);
}
