import {
  compareStrings,
  type Issue,
  type NodeDocument,
  type PipelineDocument,
  substituteParameters,
} from '@millrace/model';

/** A document with its parameters put in where that was possible; `broken`: nodes where it was not. */
export type Substituted = {
  readonly document: PipelineDocument;
  readonly broken: ReadonlySet<string>;
  readonly issues: readonly Issue[];
};

/** Puts parameters in, node by node where one fails, so that the others can still be checked. Nodes come in the order of their ids. */
export function putInParameters(written: PipelineDocument, overrides: ReadonlyMap<string, string>): Substituted {
  const sorted = new Map([...written.nodes].sort(([a], [b]) => compareStrings(a, b)));
  const whole = substituteParameters({ ...written, nodes: sorted }, overrides);
  if (whole.ok) return { document: whole.value, broken: new Set(), issues: whole.issues };
  const nodes = new Map([...sorted].map(([id, node]) => [id, substitutedNode(written, id, node, overrides)]));
  const broken = new Set([...nodes].flatMap(([id, node]) => (node === null ? [id] : [])));
  const left = new Map([...nodes].map(([id, node]) => [id, node ?? (sorted.get(id) as NodeDocument)]));
  return { document: { ...written, nodes: left }, broken, issues: whole.issues };
}

function substitutedNode(
  written: PipelineDocument,
  id: string,
  node: NodeDocument,
  overrides: ReadonlyMap<string, string>,
): NodeDocument | null {
  const alone = substituteParameters({ ...written, nodes: new Map([[id, node]]) }, overrides);
  return alone.ok ? (alone.value.nodes.get(id) ?? null) : null;
}
