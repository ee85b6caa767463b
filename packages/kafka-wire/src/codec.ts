import type { ByteReader } from './byte-reader.ts';
import type { ByteWriter } from './byte-writer.ts';
import type { Fields, FieldType, PrimitiveName, VersionedField } from './message.ts';

/** Reads and writes one type in one version. `minBytes`: no value of it is shorter, which bounds the arrays of it. */
export type Codec = {
  readonly minBytes: number;
  read(reader: ByteReader): unknown;
  write(out: ByteWriter, value: unknown): void;
};

type Format = { readonly version: number; readonly flexible: boolean };

const COMPILED = new WeakMap<Fields, Map<number, Codec>>();

/** The codec of a table in a version; made once. `flexible` follows from the version. */
export function codecOf(fields: Fields, version: number, flexible: boolean): Codec {
  const versions = COMPILED.get(fields) ?? new Map<number, Codec>();
  COMPILED.set(fields, versions);
  const codec = versions.get(version) ?? structure(fields, { version, flexible });
  versions.set(version, codec);
  return codec;
}

function typeCodec(type: FieldType, format: Format): Codec {
  if (typeof type === 'string') return primitive(type, format.flexible);
  if (!Array.isArray(type)) return structure(type as Fields, format);
  return array(typeCodec(type[0] as PrimitiveName | Fields, format), type[1] === 'nullable', format.flexible);
}

function structure(fields: Fields, format: Format): Codec {
  const members = Object.entries(fields).map(([name, field]) => member(name, field, format));
  const { flexible } = format;
  return {
    minBytes: members.reduce((sum, { codec }) => sum + (codec?.minBytes ?? 0), flexible ? 1 : 0),
    read(reader) {
      const value: Record<string, unknown> = {};
      for (const { name, codec, absent } of members) value[name] = codec === null ? absent : codec.read(reader);
      if (flexible) reader.skipTaggedFields();
      return value;
    },
    write(out, value) {
      const struct = value as Readonly<Record<string, unknown>>;
      for (const { name, codec, absent } of members) {
        const member = struct[name];
        codec?.write(out, member === undefined ? absent : member);
      }
      if (flexible) out.noTaggedFields();
    },
  };
}

type Member = { readonly name: string; readonly codec: Codec | null; readonly absent: unknown };

function member(name: string, field: FieldType | VersionedField, format: Format): Member {
  if (!isVersioned(field)) return { name, codec: typeCodec(field, format), absent: undefined };
  const { since, until = Number.POSITIVE_INFINITY, type, absent } = field;
  const present = format.version >= since && format.version <= until;
  return { name, codec: present ? typeCodec(type, format) : null, absent };
}

/** A structure's own fields are types, so a number tells the two apart. */
function isVersioned(field: FieldType | VersionedField): field is VersionedField {
  return typeof field === 'object' && 'since' in field && typeof field.since === 'number';
}

function array(element: Codec, nullable: boolean, compact: boolean): Codec {
  return {
    minBytes: compact ? 1 : 4,
    read(reader) {
      const length = reader.arrayLength(compact, element.minBytes);
      if (length < 0 && nullable) return null;
      const elements: unknown[] = [];
      for (let i = 0; i < length; i++) elements.push(element.read(reader));
      return elements;
    },
    write(out, value) {
      const elements = value as readonly unknown[] | null;
      out.arrayLength(elements === null ? -1 : elements.length, compact);
      for (const one of elements ?? []) element.write(out, one);
    },
  };
}

const FIXED: Readonly<Partial<Record<PrimitiveName, Codec>>> = {
  bool: { minBytes: 1, read: (reader) => reader.bool(), write: (out, value) => out.bool(value as boolean) },
  int8: { minBytes: 1, read: (reader) => reader.int8(), write: (out, value) => out.int8(value as number) },
  int16: { minBytes: 2, read: (reader) => reader.int16(), write: (out, value) => out.int16(value as number) },
  int32: { minBytes: 4, read: (reader) => reader.int32(), write: (out, value) => out.int32(value as number) },
  int64: { minBytes: 8, read: (reader) => reader.int64(), write: (out, value) => out.int64(value as number) },
  producerId: {
    minBytes: 8,
    read: (reader) => reader.bigint64(),
    write: (out, value) => out.bigint64(value as bigint),
  },
  uuid: { minBytes: 16, read: (reader) => reader.uuid(), write: (out, value) => out.uuid(value as string) },
};

function primitive(name: PrimitiveName, compact: boolean): Codec {
  return FIXED[name] ?? variable(name, compact);
}

function variable(name: PrimitiveName, compact: boolean): Codec {
  if (name === 'string' || name === 'nullableString') {
    return {
      minBytes: compact ? 1 : 2,
      read: (reader) => (name === 'string' ? reader.string(compact) : reader.nullableString(compact)),
      write: (out, value) => out.string(value as string | null, compact),
    };
  }
  return {
    minBytes: compact ? 1 : 4,
    read: (reader) => (name === 'bytes' ? reader.bytes(compact) : reader.nullableBytes(compact)),
    write: (out, value) => out.bytes(value as Uint8Array | null, compact),
  };
}
