import { CONNECTORS, type Connector } from '@millrace/connectors-spec';
import { type Issue, type NodeDocument, type NodeSpec, nearest, type PortSpec } from '@millrace/model';
import { OPERATORS, type OperatorDefinition } from '@millrace/operators';
import { configIssues } from './config-issues.ts';

/** A node of the document with what could be found of it. */
export type DraftNode = {
  readonly id: string;
  readonly node: NodeDocument;
  /** null: there is no such type. */
  readonly definition: NodeDefinition | null;
  /** null: the config is broken or its type unknown; its ports are not known then. */
  readonly valid: ValidConfig | null;
  readonly issues: readonly Issue[];
};

type NodeDefinition = Connector | OperatorDefinition;

export type ValidConfig = {
  readonly spec: NodeSpec;
  readonly config: unknown;
  readonly inputs: readonly PortSpec[];
  readonly outputs: readonly PortSpec[];
};

/** Looks a node's type up and validates its config. */
export function draftNode(id: string, node: NodeDocument): DraftNode {
  const { definition, issues: typeIssues } = unreadableNode(id, node);
  if (definition === null) return { id, node, definition, valid: null, issues: typeIssues };
  const { spec } = definition;
  const parsed = spec.schema.safeParse(node.config);
  const issues = onErrorIssues(id, node, spec);
  if (!parsed.success) {
    return { id, node, definition, valid: null, issues: [...issues, ...configIssues(id, parsed.error, spec.schema)] };
  }
  const config = parsed.data;
  const valid = { spec, config, inputs: spec.inputs(config), outputs: spec.outputs(config) };
  return { id, node, definition, valid, issues };
}

/** A node whose config cannot be read yet: only its type is judged. */
export function unreadableNode(id: string, node: NodeDocument): DraftNode {
  const definition = CONNECTORS.get(node.type) ?? OPERATORS.get(node.type) ?? null;
  return { id, node, definition, valid: null, issues: definition === null ? [unknownType(id, node.type)] : [] };
}

function unknownType(id: string, type: string): Issue {
  const types = [...CONNECTORS.keys(), ...OPERATORS.keys()].sort();
  const near = nearest(type, types);
  const remedy = near === null ? `The types are ${types.join(', ')}.` : `Did you mean ${near}?`;
  return { severity: 'error', node: id, field: 'type', message: `There is no node type ${type}. ${remedy}` };
}

/** Records that a source cannot read are always dead letters (E8), and a sink computes nothing. */
function onErrorIssues(id: string, node: NodeDocument, spec: NodeSpec): readonly Issue[] {
  if (node.onError === 'port' || spec.role === 'operator') return [];
  const message = `Only operators have onError, and ${spec.type} is a ${spec.role}. Leave it out.`;
  return [{ severity: 'error', node: id, field: 'onError', message }];
}
