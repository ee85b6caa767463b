/**
 * The records of a task's state topic (DESIGN "State in Kafka"). Keys are these words in ASCII; `base` and `delta` hold packed
 * state, the others JSON, so that any Kafka client can look in.
 */
export type StateRecordKind = 'g-start' | 'base' | 'g-end' | 'delta' | 'cut';

export type StateRecord = { readonly kind: StateRecordKind; readonly value: Uint8Array };

/** The version of the layout described here. A newer one is refused, an older one would be migrated. */
export const STATE_FORMAT = 1;

/**
 * Opens a generation: what its nodes mean, so that an edit can say which of them keep their state. `epoch`: the generation that
 * began with empty state and that this one goes on from (W2).
 */
export type GenerationStart = {
  readonly format: number;
  readonly generation: number;
  readonly epoch: number;
  readonly meaning: Readonly<Record<string, string>>;
};

/** Closes the base of a generation: from here on it can be recovered from. `baseBytes`: the size of its slices. */
export type GenerationEnd = { readonly format: number; readonly generation: number; readonly baseBytes: number };

/** One per commit (E9). */
export type StoredCut<Entry> = { readonly format: number; readonly generation: number; readonly entry: Entry };

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true });

export function jsonRecord(kind: StateRecordKind, value: unknown): StateRecord {
  return { kind, value: encoder.encode(JSON.stringify(value)) };
}

export function parseJsonRecord(value: Uint8Array): unknown {
  return JSON.parse(decoder.decode(value));
}

export function recordKey(kind: StateRecordKind): Uint8Array {
  return encoder.encode(kind);
}

const KINDS: ReadonlySet<string> = new Set<StateRecordKind>(['g-start', 'base', 'g-end', 'delta', 'cut']);

function isKind(text: string): text is StateRecordKind {
  return KINDS.has(text);
}

/** The kind in a record's key; throws on a record that this layout does not know. */
export function recordKind(key: Uint8Array | null): StateRecordKind {
  const text = key === null ? 'null' : decoder.decode(key);
  if (!isKind(text)) {
    throw new Error(
      `The state topic holds a record with the key ${text}, which this version of Millrace did not write.`,
    );
  }
  return text;
}
