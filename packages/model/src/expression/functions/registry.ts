import { abs } from './abs.ts';
import { coalesce } from './coalesce.ts';
import type { FunctionDefinition } from './function-definition.ts';

/** All functions by their names. A new one is a file and an entry here. */
export const scalarFunctions: ReadonlyMap<string, FunctionDefinition> = new Map(
  [abs, coalesce].map((definition) => [definition.name, definition]),
);
