import type { Value } from '@millrace/model';
import type { PaneShape, Panes } from '../contract/state.ts';
import type { ByteSink } from './byte-sink.ts';
import type { ByteSource } from './byte-source.ts';
import { Interner } from './interner.ts';
import { TypedPaneTable } from './pane-table.ts';
import { type StateAddress, StateKind, type StateRecordWriter } from './state-record.ts';

const CONTINUES = 0;
const CLEARS = 1;

/** The panes of one state of one node: tables by window end, what changed in them, and the way into the state topic and back. */
export class PaneStore implements Panes {
  readonly #address: StateAddress;
  readonly #shape: PaneShape;
  readonly #interner: Interner;
  readonly #tables = new Map<number, TypedPaneTable>();
  /** Ends dropped since the last cut of tables that an earlier cut has written. */
  #dropped: number[] = [];
  /** Ends of which the state topic knows. */
  readonly #written = new Set<number>();

  constructor(address: StateAddress, shape: PaneShape) {
    this.#address = address;
    this.#shape = shape;
    this.#interner = new Interner(shape.keys);
  }

  table(end: number): TypedPaneTable {
    let table = this.#tables.get(end);
    if (table === undefined) {
      table = new TypedPaneTable(end, this.#shape.keys.length, this.#shape.accumulators);
      this.#tables.set(end, table);
    }
    return table;
  }

  peek(end: number): TypedPaneTable | undefined {
    return this.#tables.get(end);
  }

  drop(end: number): void {
    if (this.#tables.delete(end) && this.#written.delete(end)) this.#dropped.push(end);
  }

  ends(): number[] {
    return [...this.#tables.keys()].sort((a, b) => a - b);
  }

  intern(column: number, value: Value): number {
    return this.#interner.intern(column, value);
  }

  keyValue(column: number, key: number): Value {
    return this.#interner.valueOf(column, key);
  }

  /** Entries changed since the last cut. */
  get dirty(): number {
    let dirty = this.#dropped.length;
    for (const table of this.#tables.values()) dirty += table.dirtyCount;
    return dirty;
  }

  /** Writes what changed since the last cut. */
  writeDelta(out: StateRecordWriter): void {
    this.#writeDropped(out);
    for (const [end, table] of this.#tables) {
      if (table.dirtyCount === 0) continue;
      this.#writeEntries(out, end, table, CONTINUES, table.dirtySlots, table.dirtyCount);
      table.clean();
      this.#written.add(end);
    }
    this.#tidy();
  }

  /** Writes a whole table, in the order of its slots; nothing when it was dropped meanwhile. */
  writeTable(out: StateRecordWriter, end: number): void {
    const table = this.#tables.get(end);
    if (table === undefined) return;
    const slots = Int32Array.from({ length: table.size }, (_, slot) => slot);
    this.#writeEntries(out, end, table, CLEARS, slots, table.size);
    this.#written.add(end);
  }

  apply(kind: number, entries: ByteSource): void {
    if (kind === StateKind.droppedPanes) {
      while (!entries.atEnd) this.#forget(entries.number());
      return;
    }
    const end = entries.number();
    if (entries.byte() === CLEARS) this.#forget(end);
    const table = this.table(end);
    this.#written.add(end);
    const keys = new Float64Array(this.#shape.keys.length);
    while (!entries.atEnd) this.#readEntry(table, keys, entries);
  }

  #forget(end: number): void {
    this.#tables.delete(end);
    this.#written.delete(end);
  }

  #writeDropped(out: StateRecordWriter): void {
    if (this.#dropped.length === 0) return;
    let sink = out.begin(this.#address, StateKind.droppedPanes);
    for (const end of this.#dropped) {
      if (out.isFull) sink = out.begin(this.#address, StateKind.droppedPanes);
      sink.number(end);
    }
    this.#dropped = [];
  }

  #writeEntries(
    out: StateRecordWriter,
    end: number,
    table: TypedPaneTable,
    clears: number,
    slots: Int32Array,
    count: number,
  ): void {
    let sink = this.#beginEntries(out, end, clears);
    for (let i = 0; i < count; i++) {
      if (out.isFull) sink = this.#beginEntries(out, end, CONTINUES);
      this.#writeEntry(sink, table, slots[i] as number);
    }
  }

  #beginEntries(out: StateRecordWriter, end: number, clears: number): ByteSink {
    const sink = out.begin(this.#address, StateKind.paneEntries);
    sink.number(end);
    sink.byte(clears);
    return sink;
  }

  /** Numbers as they are; what is interned, and what stands aside, as a value in the number's place. */
  #writeEntry(sink: ByteSink, table: TypedPaneTable, slot: number): void {
    for (let c = 0; c < table.keys.length; c++) {
      const key = (table.keys[c] as Float64Array)[slot] as number;
      if (this.#interner.isPlain(c, key)) sink.number(key);
      else sink.aside(this.#interner.valueOf(c, key));
    }
    for (let a = 0; a < table.accumulators.length; a++) {
      const value = (table.accumulators[a] as Float64Array)[slot] as number;
      if (Number.isNaN(value)) sink.aside(table.aside(a, slot));
      else sink.number(value);
    }
  }

  #readEntry(table: TypedPaneTable, keys: Float64Array, entries: ByteSource): void {
    for (let c = 0; c < keys.length; c++) {
      keys[c] = entries.numberOrAside() ?? this.#interner.intern(c, entries.value());
    }
    const slot = keys.length === 1 ? table.slot1(keys[0] as number) : table.slotN(keys);
    for (let a = 0; a < table.accumulators.length; a++) {
      const value = entries.numberOrAside();
      table.clearAside(a, slot);
      (table.accumulators[a] as Float64Array)[slot] = value ?? Number.NaN;
      const aside = value === null ? entries.value() : null;
      if (aside !== null) table.setAside(a, slot, aside);
    }
  }

  /** Dictionaries are never emptied entry by entry: they are rebuilt from the live tables when most of them may be unused. */
  #tidy(): void {
    let live = 0;
    for (const table of this.#tables.values()) live += table.size * table.keys.length;
    if (!this.#interner.isWorthRebuilding(live)) return;
    const rename = this.#interner.startOver();
    for (const table of this.#tables.values()) {
      for (let c = 0; c < table.keys.length; c++) table.rekey(c, (key) => rename(c, key));
    }
  }
}
