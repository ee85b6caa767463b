import type { Value } from '@millrace/model';
import { ValueTag } from './byte-sink.ts';

/** Reads what {@link ByteSink} wrote. Throws on bytes that end too early. */
export class ByteSource {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  }

  get atEnd(): boolean {
    return this.#at >= this.#bytes.length;
  }

  byte(): number {
    const value = this.#bytes[this.#at++];
    if (value === undefined)
      throw new Error('A record of the state topic ends too early. Reset the state of the pipeline.');
    return value;
  }

  number(): number {
    let byte = this.byte();
    let rest = byte & 127;
    for (let scale = 128, length = 1; byte > 127; scale *= 128, length++) {
      if (length === 9) return this.#double();
      byte = this.byte();
      rest += (byte & 127) * scale;
    }
    return rest % 2 === 1 ? -(rest + 1) / 2 : rest / 2;
  }

  string(): string {
    const length = this.number();
    let text = '';
    for (let i = 0; i < length; i++) text += String.fromCharCode(this.number());
    return text;
  }

  value(): Value {
    switch (this.byte()) {
      case ValueTag.null:
        return null;
      case ValueTag.false:
        return false;
      case ValueTag.true:
        return true;
      case ValueTag.number:
        return this.number();
      case ValueTag.bigint:
        return BigInt(this.string());
      case ValueTag.string:
        return this.string();
      case ValueTag.bytes:
        return Uint8Array.from({ length: this.number() }, () => this.byte());
      default:
        throw new Error(
          'A record of the state topic holds a value of an unknown kind. Reset the state of the pipeline.',
        );
    }
  }

  #double(): number {
    if (this.#at + 8 > this.#bytes.length) this.#at = this.#bytes.length;
    if (this.atEnd) return this.byte();
    const value = this.#view.getFloat64(this.#at);
    this.#at += 8;
    return value;
  }
}
