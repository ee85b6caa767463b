import { filter } from './filter/index.ts';
import type { OperatorDefinition } from './operator-definition.ts';
import { project } from './project/index.ts';
import { tumblingWindow } from './tumbling-window/index.ts';

const definitions: readonly OperatorDefinition[] = [filter, project, tumblingWindow];

/** Every operator by its type. Adding one is a folder beside this file and a line above. */
export const OPERATORS: ReadonlyMap<string, OperatorDefinition> = new Map(
  definitions.map((definition) => [definition.spec.type, definition]),
);
