import type { Value } from '@millrace/model';
import type { PaneTable } from '../contract/state.ts';

const FIRST_CAPACITY = 64;
/** From this many keys on the index has parts, so that no doubling of it is a long pause. */
const SPLIT_SIZE = 1 << 18;
const PARTS = 64;
/** The part is chosen by the hash's first bits, the place in it by the last. */
const PART_SHIFT = 26;

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
  readonly end: number;
  size = 0;
  fresh = false;
  keys: Float64Array[];
  accumulators: Float64Array[];
  /** Slots changed since the last cut, in the order of their first change. */
  dirtySlots: Int32Array;
  dirtyCount = 0;
  #capacity = FIRST_CAPACITY;
  #firstKeys: Float64Array;
  /** Slot + 1 by hash, 0 is free: one part, or {@link PARTS}. Each is at most half full. */
  #parts: Int32Array[] = [new Int32Array(FIRST_CAPACITY * 2)];
  #partMask = 0;
  /** How many keys each part holds. */
  #partSizes = new Int32Array(1);
  #isDirty: Uint8Array;
  #aside: Map<number, Value>[];

  constructor(end: number, keyColumns: number, accumulators: number) {
    this.end = end;
    this.keys = Array.from({ length: keyColumns }, () => new Float64Array(FIRST_CAPACITY));
    this.accumulators = Array.from({ length: accumulators }, () => new Float64Array(FIRST_CAPACITY));
    this.dirtySlots = new Int32Array(FIRST_CAPACITY);
    this.#firstKeys = this.keys[0] as Float64Array;
    this.#isDirty = new Uint8Array(FIRST_CAPACITY);
    this.#aside = Array.from({ length: accumulators }, () => new Map());
  }

  slot1(key: number): number {
    const h = hash(key);
    const part = (h >>> PART_SHIFT) & this.#partMask;
    const index = this.#parts[part] as Int32Array;
    const mask = index.length - 1;
    const keys = this.#firstKeys;
    let at = h & mask;
    for (let entry = index[at] as number; entry !== 0; entry = index[at] as number) {
      const other = keys[entry - 1] as number;
      if (other === key || (Number.isNaN(other) && Number.isNaN(key))) {
        this.fresh = false;
        return entry - 1;
      }
      at = (at + 1) & mask;
    }
    index[at] = this.size + 1;
    if (this.size === this.#capacity) this.#growColumns();
    this.#firstKeys[this.size] = key;
    return this.#append(part);
  }

  slotN(keys: Float64Array): number {
    const h = hashOf(keys);
    const part = (h >>> PART_SHIFT) & this.#partMask;
    const index = this.#parts[part] as Int32Array;
    const mask = index.length - 1;
    let at = h & mask;
    for (let entry = index[at] as number; entry !== 0; entry = index[at] as number) {
      if (this.#hasKeys(entry - 1, keys)) {
        this.fresh = false;
        return entry - 1;
      }
      at = (at + 1) & mask;
    }
    index[at] = this.size + 1;
    if (this.size === this.#capacity) this.#growColumns();
    for (let c = 0; c < keys.length; c++) (this.keys[c] as Float64Array)[this.size] = keys[c] as number;
    return this.#append(part);
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
    this.#rebuild();
  }

  /** Makes the slot whose keys and place in the index were written. */
  #append(part: number): number {
    const slot = this.size++;
    for (let a = 0; a < this.accumulators.length; a++) (this.accumulators[a] as Float64Array)[slot] = Number.NaN;
    const partSize = (this.#partSizes[part] as number) + 1;
    this.#partSizes[part] = partSize;
    if (2 * partSize > (this.#parts[part] as Int32Array).length) this.#growPart(part);
    this.fresh = true;
    return slot;
  }

  #hasKeys(slot: number, keys: Float64Array): boolean {
    for (let c = 0; c < keys.length; c++) {
      if (!sameKey((this.keys[c] as Float64Array)[slot] as number, keys[c] as number)) return false;
    }
    return true;
  }

  #growColumns(): void {
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
  }

  #widened(column: Float64Array): Float64Array {
    const wider = new Float64Array(this.#capacity);
    wider.set(column);
    return wider;
  }

  #growPart(part: number): void {
    if (this.#partMask === 0 && this.size >= SPLIT_SIZE) {
      this.#rebuild();
      return;
    }
    const old = this.#parts[part] as Int32Array;
    const index = new Int32Array(2 * old.length);
    for (let i = 0; i < old.length; i++) {
      const entry = old[i] as number;
      if (entry !== 0) put(index, this.#hashOfSlot(entry - 1), entry);
    }
    this.#parts[part] = index;
  }

  /** Builds the index anew, in parts where the table is large. */
  #rebuild(): void {
    const parts = this.size >= SPLIT_SIZE ? PARTS : 1;
    this.#partMask = parts - 1;
    const sizes = new Int32Array(parts);
    for (let slot = 0; slot < this.size; slot++) {
      const part = (this.#hashOfSlot(slot) >>> PART_SHIFT) & this.#partMask;
      sizes[part] = (sizes[part] as number) + 1;
    }
    this.#partSizes = sizes;
    this.#parts = Array.from(sizes, (size) => new Int32Array(indexLength(size)));
    for (let slot = 0; slot < this.size; slot++) {
      const h = this.#hashOfSlot(slot);
      put(this.#parts[(h >>> PART_SHIFT) & this.#partMask] as Int32Array, h, slot + 1);
    }
  }

  #hashOfSlot(slot: number): number {
    if (this.keys.length === 1) return hash(this.#firstKeys[slot] as number);
    let h = 0;
    for (let c = 0; c < this.keys.length; c++) h = mixed(h, (this.keys[c] as Float64Array)[slot] as number);
    return h ^ (h >>> 13);
  }
}

/** Puts an entry into the first free place from its hash on. */
function put(index: Int32Array, h: number, entry: number): void {
  const mask = index.length - 1;
  let at = h & mask;
  while (index[at] !== 0) at = (at + 1) & mask;
  index[at] = entry;
}

/** A power of two of which this many keys take at most a third. */
function indexLength(keys: number): number {
  let length = FIRST_CAPACITY * 2;
  while (length < 3 * keys) length *= 2;
  return length;
}

function hashOf(keys: Float64Array): number {
  let h = 0;
  for (let c = 0; c < keys.length; c++) h = mixed(h, keys[c] as number);
  return h ^ (h >>> 13);
}

function mixed(h: number, key: number): number {
  return (Math.imul(h, 31) + hash(key)) | 0;
}
