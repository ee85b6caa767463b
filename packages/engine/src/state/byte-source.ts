import type { Value } from '@millrace/model';
import { FIRST_WHOLE, NumberCode, ValueTag } from './byte-sink.ts';

/** Reads what {@link ByteSink} wrote. Throws on bytes that it cannot have written. */
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
    if (this.atEnd) throw damaged('ends too early');
    return this.#bytes[this.#at++] as number;
  }

  /** A number; null where a value stands in its place, which is to be read next. */
  numberOrAside(): number | null {
    const code = this.#varint();
    if (code === NumberCode.aside) return null;
    if (code === NumberCode.double) return this.#double();
    const zigzag = code - FIRST_WHOLE;
    return zigzag % 2 === 1 ? -(zigzag + 1) / 2 : zigzag / 2;
  }

  number(): number {
    const number = this.numberOrAside();
    if (number === null) throw damaged('holds a value where a number belongs');
    return number;
  }

  string(): string {
    const end = this.#endOfNext();
    let text = '';
    while (this.#at < end) text += String.fromCodePoint(this.#point());
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
        return this.#byteValue();
      case ValueTag.list:
        return this.#listValue();
      default:
        throw damaged('holds a value of an unknown kind');
    }
  }

  #byteValue(): Uint8Array {
    const end = this.#endOfNext();
    const value = this.#bytes.slice(this.#at, end);
    this.#at = end;
    return value;
  }

  #listValue(): Value {
    const list: Value[] = [];
    for (let left = this.#varint(); left > 0; left--) list.push(this.value());
    return list;
  }

  /** Where something ends that begins with its length. */
  #endOfNext(): number {
    const length = this.#varint();
    if (this.#at + length > this.#bytes.length) throw damaged('ends too early');
    return this.#at + length;
  }

  #varint(): number {
    let byte = this.byte();
    let value = byte & 127;
    for (let scale = 128; byte > 127; scale *= 128) {
      byte = this.byte();
      value += (byte & 127) * scale;
    }
    return value;
  }

  #double(): number {
    if (this.#at + 8 > this.#bytes.length) throw damaged('ends too early');
    const value = this.#view.getFloat64(this.#at);
    this.#at += 8;
    return value;
  }

  #point(): number {
    const first = this.byte();
    if (first < 0x80) return first;
    const further = first < 0xe0 ? 1 : first < 0xf0 ? 2 : 3;
    let point = first & (0x3f >> further);
    for (let i = 0; i < further; i++) point = (point << 6) | (this.byte() & 63);
    return point;
  }
}

function damaged(how: string): Error {
  return new Error(`A record of the state topic ${how}. Reset the state of the pipeline.`);
}
