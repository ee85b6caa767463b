import fc, { type Arbitrary } from 'fast-check';
import type { Fields, FieldType, PrimitiveName } from '../message.ts';
import { isVersioned } from './sample-message.ts';

const TEXT = fc.string({ unit: 'binary', maxLength: 12 });
const BYTES = fc.uint8Array({ maxLength: 12 }).map((bytes) => Buffer.from(bytes));

const PRIMITIVES: Readonly<Record<PrimitiveName, Arbitrary<unknown>>> = {
  bool: fc.boolean(),
  int8: fc.integer({ min: -128, max: 127 }),
  int16: fc.integer({ min: -32_768, max: 32_767 }),
  int32: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
  int64: fc.maxSafeInteger(),
  producerId: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  uuid: fc.uuid(),
  string: TEXT,
  nullableString: fc.option(TEXT),
  bytes: BYTES,
  nullableBytes: fc.option(BYTES),
  records: fc.option(BYTES),
};

/** Every message of a table in a version; what the version does not have is the field's `absent`. */
export function anyMessage(fields: Fields, version: number): Arbitrary<Record<string, unknown>> {
  return fc.record(
    Object.fromEntries(
      Object.entries(fields).map(([name, field]) => {
        if (!isVersioned(field)) return [name, any(field, version)];
        const isThere = version >= field.since && version <= (field.until ?? Number.POSITIVE_INFINITY);
        return [name, isThere ? any(field.type, version) : fc.constant(field.absent)];
      }),
    ),
  );
}

function any(type: FieldType, version: number): Arbitrary<unknown> {
  if (typeof type === 'string') return PRIMITIVES[type];
  if (!Array.isArray(type)) return anyMessage(type as Fields, version);
  const elements = fc.array(any(type[0] as PrimitiveName | Fields, version), { maxLength: 3 });
  return type[1] === 'nullable' ? fc.option(elements) : elements;
}
