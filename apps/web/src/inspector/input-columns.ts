import { type Column, formatType } from '@millrace/model';
import type { InspectedNode } from '@millrace/plan';

/** The columns that come into a node, of all its inputs, as far as they are known. */
export function inputColumns({ inputSchemas }: InspectedNode): readonly Column[] {
  return [...inputSchemas.values()].flatMap(({ columns }) => columns);
}

export function typeText({ type, nullable }: Column): string {
  return nullable ? `${formatType(type)} NULL` : formatType(type);
}
