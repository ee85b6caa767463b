import {
  type GenerationEnd,
  type GenerationStart,
  parseJsonRecord,
  STATE_FORMAT,
  type StateRecordKind,
  type StoredCut,
} from './state-record.ts';

/** What a state topic says at its end. */
export type RecoveredState<Entry> = {
  readonly generation: number;
  readonly epoch: number;
  readonly meaning: Readonly<Record<string, string>>;
  /** Base slices and deltas in the order of the log. */
  readonly state: readonly Uint8Array[];
  readonly entry: Entry;
  readonly baseBytes: number;
  readonly deltaBytes: number;
};

type Generation = {
  readonly start: GenerationStart;
  readonly state: Uint8Array[];
  baseBytes: number;
  deltaBytes: number;
};

/**
 * Folds the committed records of a state topic, in order, into the last complete generation and the deltas after it (E9).
 * Deltas written while a base is still being sliced belong to both generations, since slices and deltas hold whole entries and
 * the later one wins.
 */
export class StateLogFold<Entry> {
  #complete: Generation | null = null;
  #opening: Generation | null = null;
  #entry: Entry | null = null;

  add(kind: StateRecordKind, value: Uint8Array): void {
    switch (kind) {
      case 'g-start':
        this.#opening = { start: readStart(value), state: [], baseBytes: 0, deltaBytes: 0 };
        return;
      case 'base':
        this.#opening?.state.push(value);
        return;
      case 'delta':
        this.#append(this.#complete, value);
        this.#append(this.#opening, value);
        return;
      case 'g-end':
        this.#close(value);
        return;
      case 'cut':
        this.#entry = readCut<Entry>(value);
    }
  }

  /** Null when the topic holds no complete generation with a cut: the task has never committed. */
  result(): RecoveredState<Entry> | null {
    if (this.#complete === null || this.#entry === null) return null;
    const { start, state, baseBytes, deltaBytes } = this.#complete;
    const { generation, epoch, meaning } = start;
    return { generation, epoch, meaning, state, entry: this.#entry, baseBytes, deltaBytes };
  }

  #append(generation: Generation | null, value: Uint8Array): void {
    if (generation === null) return;
    generation.state.push(value);
    generation.deltaBytes += value.length;
  }

  #close(value: Uint8Array): void {
    const end = readEnd(value);
    if (this.#opening === null || this.#opening.start.generation !== end.generation) {
      throw new Error(
        `The state topic ends generation ${end.generation}, which it did not start. Reset the pipeline's state.`,
      );
    }
    this.#opening.baseBytes = end.baseBytes;
    this.#complete = this.#opening;
    this.#opening = null;
  }
}

function checkFormat(format: unknown): void {
  if (format !== STATE_FORMAT) {
    throw new Error(
      `The state topic was written in format ${String(format)}; this version of Millrace reads format ${STATE_FORMAT}. Start it with the version that wrote it, or a newer one.`,
    );
  }
}

function readStart(value: Uint8Array): GenerationStart {
  const start = parseJsonRecord(value) as GenerationStart;
  checkFormat(start.format);
  return start;
}

function readEnd(value: Uint8Array): GenerationEnd {
  const end = parseJsonRecord(value) as GenerationEnd;
  checkFormat(end.format);
  return end;
}

function readCut<Entry>(value: Uint8Array): Entry {
  const cut = parseJsonRecord(value) as StoredCut<Entry>;
  checkFormat(cut.format);
  return cut.entry;
}
