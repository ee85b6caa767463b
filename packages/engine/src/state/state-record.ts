import { ByteSink } from './byte-sink.ts';
import { ByteSource } from './byte-source.ts';

/** The version of the packed layout. The first had no lists, and is read as it was. */
const STATE_VERSION = 2;
const OLDEST_VERSION = 1;
/** A record is closed when it reaches this size, so that with one more entry it stays below 256 KB. */
const RECORD_BYTES = 240 << 10;

/** What a record holds of one state of one node. */
export const StateKind = { droppedPanes: 1, paneEntries: 2, value: 3 } as const;
export type StateKind = (typeof StateKind)[keyof typeof StateKind];

/** Which state of which node. */
export type StateAddress = { readonly node: string; readonly name: string };

/** Packs state into records of at most 256 KB, each readable by itself. */
export class StateRecordWriter {
  readonly #sink = new ByteSink();
  readonly #records: Uint8Array[] = [];
  #open = false;

  /** Begins a record of its own; entries follow through the sink that is given back. */
  begin({ node, name }: StateAddress, kind: StateKind): ByteSink {
    this.#close();
    this.#open = true;
    this.#sink.byte(STATE_VERSION);
    this.#sink.byte(kind);
    this.#sink.string(node);
    this.#sink.string(name);
    return this.#sink;
  }

  /** Whether the next entry belongs into another record. */
  get isFull(): boolean {
    return this.#sink.length >= RECORD_BYTES;
  }

  records(): Uint8Array[] {
    this.#close();
    return this.#records;
  }

  #close(): void {
    if (this.#open) this.#records.push(this.#sink.take());
    this.#open = false;
  }
}

/** The head of a record; its entries are read from `entries`. */
export function openStateRecord(record: Uint8Array): { address: StateAddress; kind: number; entries: ByteSource } {
  const entries = new ByteSource(record);
  const version = entries.byte();
  if (version > STATE_VERSION) {
    throw new Error(
      `The state was written by a newer Millrace (layout ${version}; this one reads ${STATE_VERSION}). Start it with the version that wrote it, or a newer one.`,
    );
  }
  if (version < OLDEST_VERSION) throw new Error(`The state topic holds a record of the unknown layout ${version}.`);
  const kind = entries.byte();
  return { kind, address: { node: entries.string(), name: entries.string() }, entries };
}
