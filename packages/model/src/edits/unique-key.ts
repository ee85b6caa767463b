import type { PipelineDocument } from '../graph/pipeline-document.ts';
import { isName } from '../values/name.ts';

const MAX_LENGTH = 64;

/**
 * A key for a new node, as near to the wish as it goes: what no name may hold becomes `_`, and where there is such a node the
 * number at its end goes up (`filter`, `filter2`, `filter3`). Keys that only edges name are passed over too, so that no edge
 * which leads nowhere finds the new node by chance.
 */
export function uniqueKey(document: Pick<PipelineDocument, 'nodes' | 'edges'>, wish: string): string {
  return freeKey(keysIn(document), wish);
}

/** All keys that a document names, for its nodes or in its edges. */
export function keysIn({ nodes, edges }: Pick<PipelineDocument, 'nodes' | 'edges'>): Set<string> {
  return new Set([...nodes.keys(), ...edges.flatMap(({ from, to }) => [from.node, to.node])]);
}

/** {@link uniqueKey} among the keys that are taken. */
export function freeKey(taken: ReadonlySet<string>, wish: string): string {
  const first = nameLike(wish);
  if (isName(first) && !taken.has(first)) return first;
  const [, stem = first, digits = '1'] = /^(.*?)(\d{1,6})$/.exec(first) ?? [];
  for (let number = Number(digits) + 1; ; number++) {
    const key = `${stem.slice(0, MAX_LENGTH - String(number).length)}${number}`;
    if (!taken.has(key)) return key;
  }
}

function nameLike(wish: string): string {
  const allowed = wish.trim().replaceAll(/[^A-Za-z0-9_-]+/g, '_');
  const started = /^[A-Za-z_]/.test(allowed) ? allowed : `_${allowed}`;
  return wish.trim() === '' ? 'node' : started.slice(0, MAX_LENGTH);
}
