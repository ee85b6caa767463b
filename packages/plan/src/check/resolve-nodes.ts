import { type EdgeDocument, type EdgeSchema, formatType, type Issue, type PortSpec } from '@millrace/model';
import type { DraftNode, ValidConfig } from './draft-node.ts';

/** A node whose inputs are all known; `outputs` is null where its configuration does not fit them. */
export type ResolvedNode = {
  readonly draft: DraftNode;
  readonly valid: ValidConfig;
  readonly inputs: ReadonlyMap<string, EdgeSchema>;
  readonly outputs: ReadonlyMap<string, EdgeSchema> | null;
  readonly issues: readonly Issue[];
};

/** Types the nodes of `order` one after the other against what arrives; those behind an untyped one are left out. */
export function resolveNodes(
  drafts: ReadonlyMap<string, DraftNode>,
  edges: readonly EdgeDocument[],
  order: readonly string[],
): ReadonlyMap<string, ResolvedNode> {
  const resolved = new Map<string, ResolvedNode>();
  for (const id of order) {
    const draft = drafts.get(id) as DraftNode;
    const node = draft.valid === null ? null : resolveNode(draft, draft.valid, edges, resolved);
    if (node !== null) resolved.set(id, node);
  }
  return resolved;
}

function resolveNode(
  draft: DraftNode,
  valid: ValidConfig,
  edges: readonly EdgeDocument[],
  resolved: ReadonlyMap<string, ResolvedNode>,
): ResolvedNode | null {
  const inputs = new Map<string, EdgeSchema>();
  const issues: Issue[] = [];
  for (const port of valid.inputs) {
    const ending = edges.filter((edge) => edge.to.node === draft.id && edge.to.port === port.name);
    const schemas = ending.map(({ from }) => resolved.get(from.node)?.outputs?.get(from.port));
    if (schemas.includes(undefined) || (ending.length === 0 && port.required === true)) return null;
    if (ending.length > 1 && port.many !== true) return null;
    issues.push(...disagreements(draft.id, port, ending, schemas as EdgeSchema[]));
    if (schemas[0] !== undefined) inputs.set(port.name, schemas[0]);
  }
  if (issues.length > 0) return { draft, valid, inputs, outputs: null, issues };
  const result = valid.spec.resolve(valid.config, inputs);
  const found = result.issues.map((issue) => ({ ...issue, node: draft.id }));
  return { draft, valid, inputs, outputs: result.ok ? result.value : null, issues: found };
}

/** Edges into one port must agree by the names, types and order of their columns (O1). */
function disagreements(
  node: string,
  port: PortSpec,
  ending: readonly EdgeDocument[],
  schemas: readonly EdgeSchema[],
): readonly Issue[] {
  const texts = schemas.map(schemaText);
  return texts.slice(1).flatMap((text, i) => {
    if (text === texts[0]) return [];
    const [first, other] = [ending[0] as EdgeDocument, ending[i + 1] as EdgeDocument];
    const message = `The edges into ${port.name} must have the same columns: ${first.from.node} sends ${texts[0]}, ${other.from.node} sends ${text}. Put a project before one of them.`;
    return [{ severity: 'error', node, message }];
  });
}

function schemaText({ columns, time }: EdgeSchema): string {
  const names = columns.map(({ name, type }) => `${name} ${formatType(type)}`);
  const eventTime = columns[time]?.name;
  return `${names.join(', ')}${eventTime === undefined ? '' : ` by ${eventTime}`}`;
}
