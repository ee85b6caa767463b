import { chooseType, fieldsOf } from './choose-type.ts';
import type { KindTally } from './kind-tally.ts';
import type { Contradiction, KindCount, SeenValue } from './schema-inference.ts';
import type { ValueKind } from './value-kind.ts';
import type { ValueShape } from './value-shape.ts';

/** The values that do not fit the type of their place, here and inside, the most frequent first. */
export function contradictionsOf(shape: ValueShape): readonly Contradiction[] {
  return contradictionsBelow(shape, '').sort((a, b) => b.count - a.count || (a.path < b.path ? -1 : 1));
}

function contradictionsBelow(shape: ValueShape, path: string): Contradiction[] {
  const { type, accepts } = chooseType(shape);
  if (accepts === null) return [];
  const own = kindCounts([...shape.kinds].filter(([kind]) => !accepts.includes(kind)));
  return [...own.map((count) => ({ ...count, path })), ...inside(shape, type.kind, path)];
}

function inside(shape: ValueShape, kind: string, path: string): Contradiction[] {
  if (kind === 'ROW') return fieldsOf(shape).flatMap(([name, field]) => contradictionsBelow(field, `${path}/${name}`));
  return kind === 'ARRAY' && shape.element !== null ? contradictionsBelow(shape.element, `${path}/*`) : [];
}

/** The most frequent first. */
export function kindCounts(kinds: Iterable<readonly [ValueKind, KindTally]>): readonly KindCount[] {
  return [...kinds]
    .map(([kind, { count, first }]) => ({ kind, count, first: seenValue(first) }))
    .sort((a, b) => b.count - a.count || (a.kind < b.kind ? -1 : 1));
}

export function seenValue({ partition, offset, text }: KindTally['first']): SeenValue {
  return { partition, offset: String(offset), text };
}
