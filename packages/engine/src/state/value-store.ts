import type { Value } from '@millrace/model';
import type { StateValue } from '../contract/state.ts';
import type { ByteSource } from './byte-source.ts';
import { type StateAddress, StateKind, type StateRecordWriter } from './state-record.ts';

/** A single value of one node. */
export class ValueStore implements StateValue {
  readonly #address: StateAddress;
  #value: Value;
  #isDirty = false;

  constructor(address: StateAddress, initial: Value) {
    this.#address = address;
    this.#value = initial;
  }

  get(): Value {
    return this.#value;
  }

  set(value: Value): void {
    if (Object.is(value, this.#value)) return;
    this.#value = value;
    this.#isDirty = true;
  }

  get dirty(): number {
    return this.#isDirty ? 1 : 0;
  }

  writeDelta(out: StateRecordWriter): void {
    if (this.#isDirty) this.write(out);
    this.#isDirty = false;
  }

  write(out: StateRecordWriter): void {
    out.begin(this.#address, StateKind.value).value(this.#value);
  }

  apply(entries: ByteSource): void {
    this.#value = entries.value();
  }
}
