import { JsonCursor } from '../json-cursor.ts';
import { ObjectScanner } from '../object-scanner.ts';
import { ColumnTally } from './column-tally.ts';
import { INFERENCE_LIMITS, type InferenceLimits } from './inference-limits.ts';
import { type MemberRange, membersOf } from './json-members.ts';
import type { JsonSample } from './json-sample.ts';
import { RefusalTally } from './refusal-tally.ts';
import type { SamplePosition } from './sample-position.ts';
import type { SchemaInference } from './schema-inference.ts';
import { firstPlace, ShapeReader } from './shape-reader.ts';
import { summarize } from './summarize.ts';
import type { PlaceBudget } from './value-shape.ts';

/** A record that was read: its place and its own timestamp. */
export type SeenRecord = SamplePosition & { readonly timestampMs: number };

/**
 * Infers what records of a topic hold from samples of them. Samples may come in any order, and what two inferences of different samples
 * saw can be merged: the result is that of all samples at once, as long as no limit is reached.
 */
export class JsonInference {
  readonly limits: InferenceLimits;
  readonly columns = new Map<string, ColumnTally>();
  readonly records: SeenRecord[] = [];
  readonly refusals = new RefusalTally();
  bytes = 0;
  samplesLeftOut = 0;
  membersLeftOut = 0;
  readonly #budget: PlaceBudget;
  readonly #cursor = new JsonCursor();
  /** Wants no member: it says whether a record is one that a decoder reads. */
  readonly #scanner = new ObjectScanner([]);
  readonly #reader: ShapeReader;

  constructor(limits: InferenceLimits = INFERENCE_LIMITS) {
    this.limits = limits;
    this.#budget = { left: limits.places };
    this.#reader = new ShapeReader(this.#cursor, limits, this.#budget);
  }

  get samples(): number {
    return this.records.length + this.refusals.count;
  }

  add(sample: JsonSample): void {
    const { bytes, partition, offset, timestampMs } = sample;
    if (!this.#hasRoomFor(bytes.length)) {
      this.samplesLeftOut += 1;
      return;
    }
    this.bytes += bytes.length;
    if (!this.#scanner.scan(bytes, 0, bytes.length)) {
      this.refusals.add(this.#scanner.fault, sample, bytes);
      return;
    }
    this.#cursor.bind(bytes);
    this.#cursor.end = bytes.length;
    for (const [name, range] of membersOf(this.#cursor, this.#cursor.space(0))) this.#addMember(name, range, sample);
    this.records.push({ partition, offset, timestampMs });
  }

  /** Takes over what the other saw; it is not to be used afterwards. Limits of samples and bytes hold for each alone. */
  merge(other: JsonInference): void {
    for (const [name, column] of other.columns) {
      const mine = this.#column(name, column.shape.first, column.shape.nulls + column.shape.values);
      mine?.merge(column, this.records.length, this.limits.fields, this.#budget);
    }
    for (const record of other.records) this.records.push(record);
    this.refusals.merge(other.refusals);
    this.bytes += other.bytes;
    this.samplesLeftOut += other.samplesLeftOut;
    this.membersLeftOut += other.membersLeftOut;
  }

  result(): SchemaInference {
    return summarize(this);
  }

  #hasRoomFor(length: number): boolean {
    const { samples, bytes, bytesPerSample } = this.limits;
    return this.samples < samples && length <= bytesPerSample && this.bytes + length <= bytes;
  }

  #addMember(name: string, range: MemberRange, sample: JsonSample): void {
    const column = this.#column(name, firstPlace(sample, range.place), 1);
    if (column === null) return;
    const facts = this.#reader.add(column.shape, range, sample, 0);
    if (facts !== null) column.see(facts, sample.partition, this.records.length);
  }

  /** The column of a name; null, and `seen` members counted as left out, where it becomes none. */
  #column(name: string, first: ReturnType<typeof firstPlace>, seen: number): ColumnTally | null {
    const known = this.columns.get(name);
    if (known !== undefined) return known;
    if (name.length > this.limits.nameLength || !this.#makeRoom(name)) {
      this.membersLeftOut += seen;
      return null;
    }
    const column = new ColumnTally(first);
    this.columns.set(name, column);
    return column;
  }

  /** Gives up the last column by name for a name before it. One that was given up never comes back, so that order means nothing. */
  #makeRoom(name: string): boolean {
    if (this.columns.size < this.limits.columns) return true;
    const last = [...this.columns.keys()].reduce((a, b) => (a > b ? a : b), '');
    if (name > last) return false;
    const { nulls, values } = (this.columns.get(last) as ColumnTally).shape;
    this.membersLeftOut += nulls + values;
    this.columns.delete(last);
    return true;
  }
}
