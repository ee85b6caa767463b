import type { ByteReader } from './byte-reader.ts';
import type { ByteWriter } from './byte-writer.ts';
import { codecOf } from './codec.ts';
import { WireError } from './wire-error.ts';

/** What the primitive types are in TypeScript. `int64` is an offset or a time; `records` are whole record batches, never parsed here. */
export type Primitives = {
  bool: boolean;
  int8: number;
  int16: number;
  int32: number;
  int64: number;
  producerId: bigint;
  uuid: string;
  string: string;
  nullableString: string | null;
  bytes: Buffer;
  nullableBytes: Buffer | null;
  records: Buffer | null;
};
export type PrimitiveName = keyof Primitives;

/** A primitive by name, a structure as a table of fields, an array as a tuple of its element's type. */
export type FieldType =
  | PrimitiveName
  | Fields
  | readonly [element: PrimitiveName | Fields]
  | readonly [element: PrimitiveName | Fields, 'nullable'];

/** A field that came with version `since` (and left after `until`), and the value that stands for it in other versions. */
export type VersionedField = {
  readonly since: number;
  readonly until?: number;
  readonly type: FieldType;
  readonly absent: unknown;
};

/** A structure's fields in the order of the wire. */
export interface Fields {
  readonly [name: string]: FieldType | VersionedField;
}

type ValueOf<T> = T extends PrimitiveName
  ? Primitives[T]
  : T extends readonly [infer Element, 'nullable']
    ? readonly ValueOf<Element>[] | null
    : T extends readonly [infer Element]
      ? readonly ValueOf<Element>[]
      : T extends { readonly since: number; readonly type: infer Type }
        ? ValueOf<Type>
        : T extends Fields
          ? MessageOf<T>
          : never;

/** The TypeScript type of a message that a table describes. */
export type MessageOf<F extends Fields> = { readonly [Name in keyof F]: ValueOf<F[Name]> };

type Versioned = { readonly since: number; readonly type: FieldType };
type SentValue<T> = T extends PrimitiveName
  ? Primitives[T]
  : T extends readonly [infer Element, 'nullable']
    ? readonly SentValue<Element>[] | null
    : T extends readonly [infer Element]
      ? readonly SentValue<Element>[]
      : T extends { readonly since: number; readonly type: infer Type }
        ? SentValue<Type>
        : T extends Fields
          ? SentOf<T>
          : never;

/** A message to be written: what not every version has may be left out, and its `absent` value is written where the version has it. */
export type SentOf<F extends Fields> = {
  readonly [Name in keyof F as F[Name] extends Versioned ? never : Name]: SentValue<F[Name]>;
} & { readonly [Name in keyof F as F[Name] extends Versioned ? Name : never]?: SentValue<F[Name]> };

/** One API: its key, the versions that its tables describe (inclusive), and from which version on it is flexible (KIP-482). */
export type Api<Request extends Fields = Fields, Response extends Fields = Fields> = {
  readonly name: string;
  readonly key: number;
  readonly versions: readonly [oldest: number, newest: number];
  readonly flexibleFrom: number;
  readonly request: Request;
  readonly response: Response;
};

export function defineApi<const Request extends Fields, const Response extends Fields>(
  api: Api<Request, Response>,
): Api<Request, Response> {
  return api;
}

export function writeMessage<F extends Fields>(
  out: ByteWriter,
  fields: F,
  value: SentOf<F>,
  version: number,
  flexible: boolean,
): void {
  codecOf(fields, version, flexible).write(out, value);
}

/** Reads a whole message; bytes behind it are an error. */
export function readMessage<F extends Fields>(
  reader: ByteReader,
  fields: F,
  version: number,
  flexible: boolean,
): MessageOf<F> {
  const value = codecOf(fields, version, flexible).read(reader);
  if (reader.remaining > 0) throw new WireError(`${reader.remaining} bytes follow the end of the message.`);
  return value as MessageOf<F>;
}
