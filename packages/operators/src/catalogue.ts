import type { OperatorDefinition } from './operator-definition.ts';

const definitions: readonly OperatorDefinition[] = [];

/** Every operator by its type. Adding one is a folder beside this file and a line above. */
export const OPERATORS: ReadonlyMap<string, OperatorDefinition> = new Map(
  definitions.map((definition) => [definition.spec.type, definition]),
);
