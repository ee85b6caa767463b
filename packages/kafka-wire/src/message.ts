import { ByteReader } from './byte-reader.ts';
import { ByteWriter } from './byte-writer.ts';
import { WireError } from './wire-error.ts';

/** Inclusive versions in which a field is on the wire; without it: all. */
type Versions = readonly [from: number, to: number];

/** `int64` is an offset or a time and must be exact below 2^53; `producerId` is any 64 bits. `records`: batches as bytes. */
type PrimitiveName =
  | 'bool'
  | 'int8'
  | 'int16'
  | 'int32'
  | 'int64'
  | 'producerId'
  | 'string'
  | 'nullableString'
  | 'records';

type Primitives = {
  bool: boolean;
  int8: number;
  int16: number;
  int32: number;
  int64: number;
  producerId: bigint;
  string: string;
  nullableString: string | null;
  records: Buffer | null;
};

/** A primitive by name, a structure as a table of fields, an array as a tuple of one of them. */
export type FieldType = PrimitiveName | Fields | readonly [PrimitiveName | Fields];
/** A field that is not in every version also says what it reads as where it is absent. */
export type Field = FieldType | { readonly type: FieldType; readonly versions: Versions; readonly absent: unknown };
/** A structure's fields in the order of the wire. */
export interface Fields {
  readonly [name: string]: Field;
}

type ValueOfType<T> = T extends PrimitiveName
  ? Primitives[T]
  : T extends readonly [infer Element]
    ? readonly ValueOfType<Element>[]
    : T extends Fields
      ? MessageOf<T>
      : never;
/** The TypeScript type of a message that a table describes. Null arrays read as empty. */
export type MessageOf<F extends Fields> = {
  readonly [Name in keyof F]: F[Name] extends { readonly type: infer T; readonly versions: Versions }
    ? ValueOfType<T>
    : ValueOfType<F[Name]>;
};

/** One API: its key, the versions that these tables describe, and from which version on it is flexible (KIP-482). */
export type Api<Request extends Fields = Fields, Response extends Fields = Fields> = {
  readonly name: string;
  readonly key: number;
  readonly versions: Versions;
  readonly flexibleFrom: number;
  readonly request: Request;
  readonly response: Response;
};

export function defineApi<const Request extends Fields, const Response extends Fields>(
  api: Api<Request, Response>,
): Api<Request, Response> {
  return api;
}

export function encodeMessage<F extends Fields>(
  fields: F,
  value: MessageOf<F>,
  version: number,
  flexible: boolean,
): Buffer {
  const out = new ByteWriter();
  writeFields(out, fields, value as Readonly<Record<string, unknown>>, version, flexible);
  return out.bytes();
}

/** Reads a whole message; bytes behind it are an error. */
export function decodeMessage<F extends Fields>(
  fields: F,
  bytes: Buffer,
  version: number,
  flexible: boolean,
): MessageOf<F> {
  const reader = new ByteReader(bytes);
  const value = readFields(reader, fields, version, flexible);
  if (reader.remaining > 0) throw new WireError(`${reader.remaining} bytes follow the end of the message.`);
  return value as MessageOf<F>;
}

function writeFields(
  out: ByteWriter,
  fields: Fields,
  value: Readonly<Record<string, unknown>>,
  version: number,
  flexible: boolean,
): void {
  for (const [name, field] of Object.entries(fields)) {
    const type = typeIn(field, version);
    if (type !== null) writeValue(out, type, value[name], version, flexible);
  }
  if (flexible) out.uvarint(0);
}

function readFields(reader: ByteReader, fields: Fields, version: number, flexible: boolean): Record<string, unknown> {
  const value: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    const type = typeIn(field, version);
    value[name] = type === null ? (field as { absent: unknown }).absent : readValue(reader, type, version, flexible);
  }
  if (flexible) reader.skipTaggedFields();
  return value;
}

function isVersioned(field: Field): field is { type: FieldType; versions: Versions; absent: unknown } {
  return typeof field === 'object' && !Array.isArray(field) && 'versions' in field && Array.isArray(field.versions);
}

/** The field's type, or null where this version does not have it. */
function typeIn(field: Field, version: number): FieldType | null {
  if (!isVersioned(field)) return field as FieldType;
  return version >= field.versions[0] && version <= field.versions[1] ? field.type : null;
}

function writeValue(out: ByteWriter, type: FieldType, value: unknown, version: number, flexible: boolean): void {
  if (Array.isArray(type)) {
    const elements = value as readonly unknown[];
    out.arrayLength(elements.length, flexible);
    for (const element of elements) writeValue(out, type[0] as FieldType, element, version, flexible);
  } else if (typeof type === 'string') writePrimitive(out, type as PrimitiveName, value, flexible);
  else writeFields(out, type as Fields, value as Readonly<Record<string, unknown>>, version, flexible);
}

function readValue(reader: ByteReader, type: FieldType, version: number, flexible: boolean): unknown {
  if (Array.isArray(type)) {
    const length = reader.arrayLength(flexible);
    const elements: unknown[] = [];
    for (let i = 0; i < length; i++) elements.push(readValue(reader, type[0] as FieldType, version, flexible));
    return elements;
  }
  if (typeof type === 'string') return readPrimitive(reader, type as PrimitiveName, flexible);
  return readFields(reader, type as Fields, version, flexible);
}

function writePrimitive(out: ByteWriter, type: PrimitiveName, value: unknown, flexible: boolean): void {
  if (type === 'bool') out.bool(value as boolean);
  else if (type === 'int8') out.int8(value as number);
  else if (type === 'int16') out.int16(value as number);
  else if (type === 'int32') out.int32(value as number);
  else if (type === 'int64') out.int64(value as number);
  else if (type === 'producerId') out.bigint64(value as bigint);
  else if (type === 'records') writeRecords(out, value as Buffer | null, flexible);
  else if (flexible) out.compactString(value as string | null);
  else out.string(value as string | null);
}

function writeRecords(out: ByteWriter, records: Buffer | null, flexible: boolean): void {
  if (flexible) out.uvarint(records === null ? 0 : records.length + 1);
  else out.int32(records === null ? -1 : records.length);
  if (records !== null) out.raw(records);
}

function readPrimitive(reader: ByteReader, type: PrimitiveName, flexible: boolean): unknown {
  switch (type) {
    case 'bool':
      return reader.bool();
    case 'int8':
      return reader.int8();
    case 'int16':
      return reader.int16();
    case 'int32':
      return reader.int32();
    case 'int64':
      return reader.int64();
    case 'producerId':
      return reader.bigint64();
    case 'string':
      return flexible ? reader.compactString() : reader.string();
    case 'nullableString':
      return flexible ? reader.compactNullableString() : reader.nullableString();
    case 'records':
      return readRecords(reader, flexible);
  }
}

/** A view of the frame, not a copy. */
function readRecords(reader: ByteReader, flexible: boolean): Buffer | null {
  const length = flexible ? reader.uvarint() - 1 : reader.int32();
  if (length < 0) return null;
  const at = reader.take(length);
  return reader.buffer.subarray(at, at + length);
}
