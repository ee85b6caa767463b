import { type Cell, LIVE_LIMITS, type ViewColumn } from '@millrace/live';
import { fitCells } from './fit-cells.ts';

/** The place of a row: sequences count up within an epoch. */
export type RowPosition = { readonly epoch: string; readonly sequence: number };

/** Rows for one frame: the members of a `Rows` as JSON, and the position of the last. */
export type RowFrame = { readonly json: string; readonly last: RowPosition };

type StoredRow = { readonly sequence: number; readonly cells: readonly Cell[]; readonly bytes: number };

export type RingLimits = { readonly rows: number; readonly bytes: number; readonly frameBytes: number };

/** What a ring holds at most, and how large the JSON of one frame's rows may be. */
export const RING_LIMITS: RingLimits = {
  rows: LIVE_LIMITS.rowsPerView,
  bytes: 16 * 1024 * 1024,
  frameBytes: LIVE_LIMITS.frameBytes - 512,
};

/**
 * The newest committed rows of a view (V2). A reader names the last position that it has seen and gets what follows, each row once;
 * what the ring has let go is told as a number. A new epoch takes the place of the former one.
 */
export class RowRing {
  readonly columns: readonly ViewColumn[];
  readonly #limits: RingLimits;
  readonly #onAppend: () => void;
  readonly #head: string;
  /** In order of their sequences; those before `#oldest` have been let go. */
  #rows: StoredRow[] = [];
  #oldest = 0;
  #bytes = 0;
  #epoch: { readonly name: string; readonly start: number; readonly next: number } | null = null;
  #former: { readonly name: string; readonly next: number } | null = null;
  #built: { readonly key: string; readonly frame: RowFrame } | null = null;

  constructor(columns: readonly ViewColumn[], onAppend: () => void = () => {}, limits = RING_LIMITS) {
    this.columns = columns;
    this.#onAppend = onAppend;
    this.#limits = limits;
    this.#head = JSON.stringify(columns);
  }

  /**
   * Adds committed rows: `rows[i]` has the sequence `firstSequence + i` and one cell per column. Rows that are there already are
   * passed over; a jump of the sequence is a gap for every reader.
   */
  append(epoch: string, firstSequence: number, rows: readonly (readonly Cell[])[]): void {
    if (this.#epoch?.name !== epoch) this.#begin(epoch, firstSequence);
    const { start, next } = this.#epoch ?? { start: firstSequence, next: firstSequence };
    for (let i = Math.max(0, next - firstSequence); i < rows.length; i++) {
      this.#push(firstSequence + i, rows[i] as readonly Cell[]);
    }
    this.#epoch = { name: epoch, start, next: Math.max(next, firstSequence + rows.length) };
    this.#built = null;
    this.#onAppend();
  }

  /** How many rows and bytes are kept. */
  get size(): { readonly rows: number; readonly bytes: number } {
    return { rows: this.#rows.length - this.#oldest, bytes: this.#bytes };
  }

  /**
   * The rows right after a position, as many as one frame holds; null: the oldest that are kept. Null when there are none; to a reader
   * of another epoch also an epoch without rows is told, once, since what it shows is over.
   */
  read(after: RowPosition | null): RowFrame | null {
    if (this.#epoch === null) return null;
    const { from, lost } = this.#expected(after, this.#epoch);
    const at = this.#indexOf(from);
    const first = this.#rows[at];
    if (first === undefined) {
      const { name, next } = this.#epoch;
      return after === null || after.epoch === name ? null : this.#frame(name, next, [], lost);
    }
    const skipped = lost + (after === null ? 0 : first.sequence - from);
    const key = `${first.sequence} ${skipped}`;
    if (this.#built?.key !== key) this.#built = { key, frame: this.#frameFrom(this.#epoch.name, at, skipped) };
    return this.#built.frame;
  }

  #begin(epoch: string, firstSequence: number): void {
    if (this.#epoch !== null) this.#former = { name: this.#epoch.name, next: this.#epoch.next };
    this.#epoch = { name: epoch, start: firstSequence, next: firstSequence };
    this.#rows = [];
    this.#oldest = 0;
    this.#bytes = 0;
  }

  #push(sequence: number, cells: readonly Cell[]): void {
    const { cells: fitting, bytes } = fitCells(cells, this.#rowBudget());
    this.#rows.push({ sequence, cells: fitting, bytes });
    this.#bytes += bytes;
    while (this.size.rows > this.#limits.rows || (this.#bytes > this.#limits.bytes && this.size.rows > 1)) this.#drop();
  }

  #drop(): void {
    this.#bytes -= this.#rows[this.#oldest]?.bytes ?? 0;
    this.#oldest += 1;
    if (this.#oldest < this.#limits.rows) return;
    this.#rows = this.#rows.slice(this.#oldest);
    this.#oldest = 0;
  }

  /** The sequence that a reader waits for, and how many rows of a former epoch it will never get. */
  #expected(
    after: RowPosition | null,
    { name, start }: { readonly name: string; readonly start: number },
  ): { readonly from: number; readonly lost: number } {
    if (after?.epoch === name) return { from: after.sequence + 1, lost: 0 };
    const isFormer = after !== null && after.epoch === this.#former?.name;
    return { from: start, lost: isFormer ? Math.max(0, (this.#former?.next ?? 0) - after.sequence - 1) : 0 };
  }

  /** The first kept row that is not before a sequence. */
  #indexOf(sequence: number): number {
    let low = this.#oldest;
    let high = this.#rows.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#rows[middle] as StoredRow).sequence < sequence) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #frameFrom(epoch: string, at: number, skipped: number): RowFrame {
    const first = (this.#rows[at] as StoredRow).sequence;
    let room = this.#rowBudget();
    const taken: StoredRow[] = [];
    for (let i = at; i < this.#rows.length; i++) {
      const row = this.#rows[i] as StoredRow;
      room -= row.bytes;
      if (row.sequence !== first + taken.length || room < 0) break;
      taken.push(row);
    }
    return this.#frame(epoch, first, taken, skipped);
  }

  #frame(epoch: string, first: number, taken: readonly StoredRow[], skipped: number): RowFrame {
    const values = this.columns.map((_, column) => taken.map(({ cells }) => cells[column] ?? null));
    const head = `"epoch":${JSON.stringify(epoch)},"first":${first},"skipped":${skipped},"columns":${this.#head}`;
    return {
      json: `{${head},"values":${JSON.stringify(values)}}`,
      last: { epoch, sequence: first + taken.length - 1 },
    };
  }

  /** What the columns' names leave, less the brackets around each column's values. */
  #rowBudget(): number {
    return Math.max(1_024, this.#limits.frameBytes - Buffer.byteLength(this.#head) - 3 * this.columns.length);
  }
}
