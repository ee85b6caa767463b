import type { Fields, FieldType, PrimitiveName, VersionedField } from '../message.ts';

/**
 * A message in which every field that a version has holds a value of its own, so that a field in another's place is found. Arrays have
 * two elements; record batches are none.
 */
export function sampleMessage(fields: Fields, version: number): Record<string, unknown> {
  let count = 0;
  const primitive = (name: PrimitiveName): unknown => {
    count += 1;
    switch (name) {
      case 'bool':
        return count % 2 === 0;
      case 'int8':
        return count % 100;
      case 'int16':
        // Some clients throw for the code of an unsupported version.
        return 200 + count;
      case 'int32':
        return 70_000 + count;
      case 'int64':
        return 2 ** 40 + count;
      case 'producerId':
        return 2n ** 60n + BigInt(count);
      case 'uuid':
        return `00000000-0000-4000-8000-${count.toString().padStart(12, '0')}`;
      case 'string':
      case 'nullableString':
        return `text-${count}-ü`;
      case 'bytes':
      case 'nullableBytes':
        return Buffer.from(`bytes-${count}`);
      case 'records':
        return Buffer.alloc(0);
    }
  };
  const sampleOf = (type: FieldType): unknown => {
    if (typeof type === 'string') return primitive(type);
    if (!Array.isArray(type)) return structure(type as Fields);
    const element = type[0] as PrimitiveName | Fields;
    return [sampleOf(element), sampleOf(element)];
  };
  const structure = (table: Fields): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(table).map(([name, field]) => {
        if (!isVersioned(field)) return [name, sampleOf(field)];
        const isThere = version >= field.since && version <= (field.until ?? Number.POSITIVE_INFINITY);
        return [name, isThere ? sampleOf(field.type) : field.absent];
      }),
    );
  return structure(fields);
}

export function isVersioned(field: FieldType | VersionedField): field is VersionedField {
  return typeof field === 'object' && 'since' in field && typeof field.since === 'number';
}

/** A value and the name of what holds it; elements of arrays have the name of their array. */
export type Leaf = { readonly name: string; readonly text: string };

/** Every value that is no structure. */
export function leavesOf(value: unknown, name = ''): Leaf[] {
  if (value === undefined) return [];
  if (Buffer.isBuffer(value)) return [{ name, text: value.toString('base64') }];
  if (typeof value !== 'object' || value === null) return [{ name, text: String(value) }];
  return Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, Array.isArray(value) ? name : key));
}
