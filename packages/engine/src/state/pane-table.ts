import type { Value } from '@millrace/model';
import type { PaneTable } from '../contract/state.ts';

const FIRST_CAPACITY = 64;

const double = new Float64Array(1);
const words = new Int32Array(double.buffer);

/** Every bit of the double counts: keys such as i / 1024 differ in their low bits only. A NaN can have any of many bits. */
function hash(key: number): number {
  let h = key | 0;
  if (h !== key) {
    double[0] = Number.isNaN(key) ? Number.NaN : key;
    h = (words[0] as number) ^ Math.imul(words[1] as number, 0x85ebca6b);
  }
  h = Math.imul(h ^ (h >>> 16), 0x9e3779b1);
  return h ^ (h >>> 15);
}

function sameKey(a: number, b: number): boolean {
  return a === b || (Number.isNaN(a) && Number.isNaN(b));
}

/**
 * Open addressing with linear probing and no deletes: a table lives as long as its window, so that dropping the window drops
 * everything at once. The dirty list lives in the table: a window that opens and closes between two cuts writes nothing.
 */
export class TypedPaneTable implements PaneTable {
  size = 0;
  fresh = false;
  keys: Float64Array[];
  accumulators: Float64Array[];
  /** Slots changed since the last cut, in the order of their first change. */
  dirtySlots: Int32Array;
  dirtyCount = 0;
  #capacity = FIRST_CAPACITY;
  #firstKeys: Float64Array;
  /** Slot + 1 by hash; 0 is free. */
  #index: Int32Array;
  #mask: number;
  #isDirty: Uint8Array;
  #aside: Map<number, Value>[];

  constructor(keyColumns: number, accumulators: number) {
    this.keys = Array.from({ length: keyColumns }, () => new Float64Array(FIRST_CAPACITY));
    this.accumulators = Array.from({ length: accumulators }, () => new Float64Array(FIRST_CAPACITY));
    this.dirtySlots = new Int32Array(FIRST_CAPACITY);
    this.#firstKeys = this.keys[0] as Float64Array;
    this.#index = new Int32Array(FIRST_CAPACITY * 2);
    this.#mask = FIRST_CAPACITY * 2 - 1;
    this.#isDirty = new Uint8Array(FIRST_CAPACITY);
    this.#aside = Array.from({ length: accumulators }, () => new Map());
  }

  slot1(key: number): number {
    const index = this.#index;
    const mask = this.#mask;
    const keys = this.#firstKeys;
    let at = hash(key) & mask;
    for (let entry = index[at] as number; entry !== 0; entry = index[at] as number) {
      const other = keys[entry - 1] as number;
      if (other === key || (Number.isNaN(other) && Number.isNaN(key))) {
        this.fresh = false;
        return entry - 1;
      }
      at = (at + 1) & mask;
    }
    if (this.size === this.#capacity) {
      this.#grow();
      return this.slot1(key);
    }
    keys[this.size] = key;
    return this.#append(at);
  }

  slotN(keys: Float64Array): number {
    const index = this.#index;
    const mask = this.#mask;
    let at = hashOf(keys) & mask;
    for (let entry = index[at] as number; entry !== 0; entry = index[at] as number) {
      if (this.#hasKeys(entry - 1, keys)) {
        this.fresh = false;
        return entry - 1;
      }
      at = (at + 1) & mask;
    }
    if (this.size === this.#capacity) {
      this.#grow();
      return this.slotN(keys);
    }
    for (let c = 0; c < keys.length; c++) (this.keys[c] as Float64Array)[this.size] = keys[c] as number;
    return this.#append(at);
  }

  touch(slot: number): void {
    if (this.#isDirty[slot] !== 0) return;
    this.#isDirty[slot] = 1;
    this.dirtySlots[this.dirtyCount++] = slot;
  }

  /** The changes were written. */
  clean(): void {
    for (let i = 0; i < this.dirtyCount; i++) this.#isDirty[this.dirtySlots[i] as number] = 0;
    this.dirtyCount = 0;
  }

  aside(accumulator: number, slot: number): Value {
    return (this.#aside[accumulator] as Map<number, Value>).get(slot) ?? null;
  }

  setAside(accumulator: number, slot: number, value: Value): void {
    (this.accumulators[accumulator] as Float64Array)[slot] = Number.NaN;
    (this.#aside[accumulator] as Map<number, Value>).set(slot, value);
  }

  clearAside(accumulator: number, slot: number): void {
    (this.#aside[accumulator] as Map<number, Value>).delete(slot);
  }

  /** Gives every key of a column another double; the table's places are computed anew. */
  rekey(column: number, rename: (key: number) => number): void {
    const keys = this.keys[column] as Float64Array;
    for (let slot = 0; slot < this.size; slot++) keys[slot] = rename(keys[slot] as number);
    this.#index.fill(0);
    this.#reindex();
  }

  #append(at: number): number {
    const slot = this.size++;
    this.#index[at] = slot + 1;
    for (let a = 0; a < this.accumulators.length; a++) (this.accumulators[a] as Float64Array)[slot] = Number.NaN;
    this.fresh = true;
    return slot;
  }

  #hasKeys(slot: number, keys: Float64Array): boolean {
    for (let c = 0; c < keys.length; c++) {
      if (!sameKey((this.keys[c] as Float64Array)[slot] as number, keys[c] as number)) return false;
    }
    return true;
  }

  #grow(): void {
    this.#capacity *= 2;
    this.keys = this.keys.map((column) => this.#widened(column));
    this.accumulators = this.accumulators.map((column) => this.#widened(column));
    this.#firstKeys = this.keys[0] as Float64Array;
    const isDirty = new Uint8Array(this.#capacity);
    isDirty.set(this.#isDirty);
    this.#isDirty = isDirty;
    const dirtySlots = new Int32Array(this.#capacity);
    dirtySlots.set(this.dirtySlots);
    this.dirtySlots = dirtySlots;
    this.#index = new Int32Array(this.#capacity * 2);
    this.#mask = this.#capacity * 2 - 1;
    this.#reindex();
  }

  #widened(column: Float64Array): Float64Array {
    const wider = new Float64Array(this.#capacity);
    wider.set(column);
    return wider;
  }

  #reindex(): void {
    const one = this.keys.length === 1;
    const keys = new Float64Array(this.keys.length);
    for (let slot = 0; slot < this.size; slot++) {
      for (let c = 0; c < keys.length; c++) keys[c] = (this.keys[c] as Float64Array)[slot] as number;
      let at = (one ? hash(keys[0] as number) : hashOf(keys)) & this.#mask;
      while (this.#index[at] !== 0) at = (at + 1) & this.#mask;
      this.#index[at] = slot + 1;
    }
  }
}

function hashOf(keys: Float64Array): number {
  let h = 0;
  for (let c = 0; c < keys.length; c++) h = (Math.imul(h, 31) + hash(keys[c] as number)) | 0;
  return h ^ (h >>> 13);
}
