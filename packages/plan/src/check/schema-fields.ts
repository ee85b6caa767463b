import type { z } from 'zod';

type Def = {
  readonly type: string;
  readonly innerType?: z.ZodType;
  readonly element?: z.ZodType;
  readonly options?: readonly z.ZodType[];
  readonly shape?: Readonly<Record<string, z.ZodType>>;
};

/** The names of the fields that a schema knows at a path; none where it is no object. */
export function schemaFields(schema: z.ZodType, path: readonly PropertyKey[]): readonly string[] {
  const [head, ...rest] = path;
  return objectsOf(schema).flatMap((def) => {
    if (head === undefined) return Object.keys(def.shape ?? {});
    const next = typeof head === 'number' ? def.element : def.shape?.[String(head)];
    return next === undefined ? [] : schemaFields(next, rest);
  });
}

/** The objects and lists behind defaults, optional fields and unions. */
function objectsOf(schema: z.ZodType): readonly Def[] {
  const def = schema.def as unknown as Def;
  if (def.type === 'object' || def.type === 'array') return [def];
  if (def.options !== undefined) return def.options.flatMap(objectsOf);
  return def.innerType === undefined ? [] : objectsOf(def.innerType);
}
