import { type Decoder, OutputBuffer, type RecordRanges } from '@millrace/engine';
import { TypedPaneTable } from '@millrace/engine/state';
import { makeJsonDecoder } from '@millrace/formats';
import { addInts, BIGINT, formatTimestamp, type Int, TIMESTAMP_LTZ, type Value } from '@millrace/model';
import { type Fetch, MAX_OUT_OF_ORDER_MS, PARTITIONS } from './bids.ts';
import { asciiOf, copyBytes, writeDigits } from './write-bytes.ts';

const SIZE_MS = 10_000;

type Window = { readonly end: number; readonly table: TypedPaneTable };

/**
 * The reference job as one would write it for this purpose alone: one loop, no graph, no operators, no row after the decoded one.
 * It checks what the engine checks: whole records, event times, merge order, lateness, exact integers.
 */
export class HandWritten {
  readonly #decoder: Decoder = makeJsonDecoder([
    { name: 'date_time', type: TIMESTAMP_LTZ, required: false },
    { name: 'auction', type: BIGINT, required: false },
    { name: 'price', type: BIGINT, required: false },
  ]);
  readonly #newest = new Float64Array(PARTITIONS).fill(Number.NEGATIVE_INFINITY);
  readonly #next = new Int32Array(PARTITIONS);
  readonly #headTime = new Float64Array(PARTITIONS);
  readonly #heads: (Value[] | null)[] = new Array<Value[] | null>(PARTITIONS).fill(null);
  readonly #windows = new Map<number, Window>();
  #current: Window = { end: Number.NEGATIVE_INFINITY, table: new TypedPaneTable(Number.NEGATIVE_INFINITY, 1, 3) };
  #watermark = Number.NEGATIVE_INFINITY;
  #due = Number.POSITIVE_INFINITY;
  #out = new OutputBuffer();
  #late = new OutputBuffer();
  dead = 0;
  filtered = 0;

  /** Takes a fetch in the order of its heads' event times. */
  feed(fetch: Fetch): void {
    for (let p = 0; p < PARTITIONS; p++) {
      this.#next[p] = 0;
      this.#readHead(fetch, p);
    }
    for (;;) {
      let first = 0;
      for (let p = 1; p < PARTITIONS; p++) {
        if ((this.#headTime[p] as number) < (this.#headTime[first] as number)) first = p;
      }
      const row = this.#heads[first] as Value[] | null;
      if (row === null) return;
      this.#take(row);
      this.#rise(first, this.#headTime[first] as number);
      this.#readHead(fetch, first);
    }
  }

  end(): void {
    this.#watermark = Number.POSITIVE_INFINITY;
    this.#fire();
  }

  /** What a commit would write: results, late rows, and the changed entries of open windows. */
  cut(): { readonly outputs: readonly OutputBuffer[]; readonly state: Float64Array } {
    const outputs = [this.#out, this.#late];
    this.#out = new OutputBuffer(this.#out.length, Math.max(1, this.#out.count));
    this.#late = new OutputBuffer();
    return { outputs, state: this.#delta() };
  }

  #readHead(fetch: Fetch, partition: number): void {
    const records = fetch[partition] as RecordRanges;
    while ((this.#next[partition] as number) < records.count) {
      const index = this.#next[partition] as number;
      this.#next[partition] = index + 1;
      const row = this.#decoder.decode(
        records.buffer,
        records.valueStart[index] as number,
        records.valueEnd[index] as number,
      );
      if (row !== null && typeof row[0] === 'number') {
        this.#heads[partition] = row;
        this.#headTime[partition] = row[0];
        return;
      }
      this.dead++;
    }
    this.#heads[partition] = null;
    this.#headTime[partition] = Number.POSITIVE_INFINITY;
  }

  #take(row: Value[]): void {
    const price = row[2] as Int | null;
    if (price === null || price < 1_000) {
      this.filtered++;
      return;
    }
    const time = row[0] as number;
    let window = this.#current;
    if (time >= window.end || time < window.end - SIZE_MS) {
      const end = Math.floor(time / SIZE_MS) * SIZE_MS + SIZE_MS;
      if (end <= this.#watermark) {
        this.#writeLate(row, end);
        return;
      }
      window = this.#open(end);
    }
    const { table } = window;
    const auction = row[1];
    if (typeof auction !== 'number') throw new Error('this job knows auctions by safe integers only');
    const slot = table.slot1(auction);
    const [counts, sums, tops] = table.accumulators as [Float64Array, Float64Array, Float64Array];
    if (typeof price !== 'number') this.#addExact(table, slot, price);
    else if (table.fresh) {
      counts[slot] = 1;
      sums[slot] = price;
      tops[slot] = price;
    } else {
      counts[slot] = (counts[slot] as number) + 1;
      const total = (sums[slot] as number) + price;
      if (total <= Number.MAX_SAFE_INTEGER) sums[slot] = total;
      else table.setAside(1, slot, addInts((table.aside(1, slot) ?? sums[slot]) as Int, price));
      if (price > (tops[slot] as number)) tops[slot] = price;
    }
    table.touch(slot);
  }

  #addExact(table: TypedPaneTable, slot: number, price: Int): void {
    throw new Error(`the bids hold no price such as ${price} (slot ${slot} of ${table.size})`);
  }

  #open(end: number): Window {
    let window = this.#windows.get(end);
    if (window === undefined) {
      window = { end, table: new TypedPaneTable(end, 1, 3) };
      this.#windows.set(end, window);
      if (end < this.#due) this.#due = end;
    }
    this.#current = window;
    return window;
  }

  #rise(partition: number, time: number): void {
    const newest = this.#newest;
    if (time <= (newest[partition] as number)) return;
    newest[partition] = time;
    let smallest = newest[0] as number;
    for (let p = 1; p < PARTITIONS; p++) if ((newest[p] as number) < smallest) smallest = newest[p] as number;
    const watermark = smallest - MAX_OUT_OF_ORDER_MS;
    if (watermark <= this.#watermark) return;
    this.#watermark = watermark;
    if (watermark >= this.#due) this.#fire();
  }

  #fire(): void {
    const ends = [...this.#windows.keys()].sort((a, b) => a - b);
    for (const end of ends) {
      if (end > this.#watermark) break;
      this.#writeWindow(this.#windows.get(end) as Window);
      this.#windows.delete(end);
      if (this.#current.end === end) this.#current = { end: Number.NEGATIVE_INFINITY, table: this.#current.table };
    }
    this.#due = Math.min(...this.#windows.keys(), Number.POSITIVE_INFINITY);
  }

  #writeWindow({ end, table }: Window): void {
    const [counts, sums, tops] = table.accumulators as [Float64Array, Float64Array, Float64Array];
    const auctions = table.keys[0] as Float64Array;
    const bounds = asciiOf(
      `,"window_start":"${sql(end - SIZE_MS)}","window_end":"${sql(end)}","window_time":"${sql(end - 1)}","bids":`,
    );
    const out = this.#out;
    for (let slot = 0; slot < table.size; slot++) {
      if (Number.isNaN(sums[slot])) throw new Error('the bids have no sum beyond safe integers');
      out.ensure(bounds.length + 200);
      out.nullKey();
      out.startValue();
      const bytes = out.bytes;
      let at = copyBytes(AUCTION, bytes, out.length);
      at = writeDigits(auctions[slot] as number, bytes, at);
      at = copyBytes(bounds, bytes, at);
      at = writeDigits(counts[slot] as number, bytes, at);
      at = copyBytes(TOTAL, bytes, at);
      at = writeDigits(sums[slot] as number, bytes, at);
      at = copyBytes(TOP, bytes, at);
      at = writeDigits(tops[slot] as number, bytes, at);
      bytes[at++] = 0x7d;
      out.length = at;
      out.endValue();
      out.finish(end - 1);
    }
  }

  #writeLate([time, auction, price]: readonly Value[], end: number): void {
    const bounds = `"window_start":"${sql(end - SIZE_MS)}","window_end":"${sql(end)}","watermark":"${sql(this.#watermark)}"`;
    const text = asciiOf(`{"auction":${auction},"price":${price},"date_time":"${sql(time as number)}",${bounds}}`);
    const late = this.#late;
    late.ensure(text.length);
    late.nullKey();
    late.startValue();
    late.length = copyBytes(text, late.bytes, late.length);
    late.endValue();
    late.finish(0);
  }

  #delta(): Float64Array {
    const windows = [...this.#windows.values()];
    const dirty = windows.reduce((n, { table }) => n + table.dirtyCount, 0);
    const state = new Float64Array(5 * dirty);
    let at = 0;
    for (const { end, table } of windows) {
      for (let i = 0; i < table.dirtyCount; i++) {
        const slot = table.dirtySlots[i] as number;
        state[at++] = end;
        state[at++] = (table.keys[0] as Float64Array)[slot] as number;
        for (let a = 0; a < 3; a++) state[at++] = (table.accumulators[a] as Float64Array)[slot] as number;
      }
      table.clean();
    }
    return state;
  }
}

const AUCTION = asciiOf('{"auction":');
const TOTAL = asciiOf(',"total":');
const TOP = asciiOf(',"top":');

function sql(ms: number): string {
  return formatTimestamp(ms, 'TIMESTAMP_LTZ', 'sql');
}
