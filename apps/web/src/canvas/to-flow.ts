import {
  type EdgeDocument,
  formatInput,
  formatOutput,
  type Issue,
  type NodeRole,
  type PipelineDocument,
  type PortSpec,
} from '@millrace/model';
import type { InspectedDocument, InspectedNode } from '@millrace/plan';
import type { Edge, Node } from '@xyflow/react';
import type { Layout } from '../document/layout.ts';

/** What a card shows that changes with edits only. */
export type CardData = {
  readonly type: string;
  readonly role: NodeRole;
  readonly title: string;
  readonly summary: string;
  readonly isWindow: boolean;
  readonly inputs: readonly PortView[];
  readonly outputs: readonly PortView[];
  readonly errors: number;
};

export type PortView = {
  readonly name: string;
  readonly isOpen: boolean;
  readonly isRequired: boolean;
  readonly tip: string;
};

export type EdgeKind = 'rows' | 'late' | 'error';
export type EdgeData = {
  readonly edge: EdgeDocument;
  readonly kind: EdgeKind;
  /** Whose counter tells what the edge carries. */
  readonly counter: string;
  readonly isBroken: boolean;
};

export type CardNode = Node<CardData, 'card'>;
export type PipelineEdge = Edge<EdgeData, 'pipeline'>;

/** The graph as React Flow draws it. Nodes without a place are left out until they have one. */
export function toFlow(
  document: PipelineDocument,
  inspected: InspectedDocument,
  layout: Layout,
): { nodes: CardNode[]; edges: PipelineEdge[] } {
  const nodes = [...document.nodes.keys()].flatMap((key): CardNode[] => {
    const position = layout.get(key);
    if (position === undefined) return [];
    const data = cardData(key, document, inspected);
    return [{ id: key, type: 'card', position, data, ariaLabel: `${data.title}, ${data.summary}` }];
  });
  const edges = document.edges
    .filter(({ from, to }) => layout.has(from.node) && layout.has(to.node))
    .map((edge) => flowEdge(edge, inspected));
  return { nodes, edges };
}

export function edgeId({ from, to }: EdgeDocument): string {
  return `${formatOutput(from)}>${formatInput(to)}`;
}

export function cardData(key: string, document: PipelineDocument, inspected: InspectedDocument): CardData {
  const node = document.nodes.get(key);
  const found = inspected.nodes.get(key);
  const errors = errorsOf(inspected.issues, key).length;
  const isTaken = (port: string, side: 'from' | 'to') =>
    document.edges.some((edge) => edge[side].node === key && edge[side].port === port);
  return {
    type: node?.type ?? '',
    role: found?.spec?.role ?? 'operator',
    title: node?.label ?? key,
    summary: summaryOf(found, node?.type ?? ''),
    isWindow: isWindowNode(found),
    inputs: (found?.inputs ?? []).map((port) =>
      portView(port, !isTaken(port.name, 'to'), found?.inputSchemas.get(port.name)),
    ),
    outputs: (found?.outputs ?? []).map((port) =>
      portView(port, !isTaken(port.name, 'from'), found?.outputSchemas.get(port.name)),
    ),
    errors,
  };
}

/** Whether a node has open panes to show: it has a port for what came too late for them. */
export function isWindowNode(node: InspectedNode | undefined): boolean {
  return node?.spec?.form.group === 'Windows';
}

function summaryOf(node: InspectedNode | undefined, type: string): string {
  if (node?.spec === null || node === undefined) return `There is no type ${type}`;
  return node.config === null ? `${node.spec.title}, not finished` : node.spec.form.summary(node.config);
}

function portView(
  { name, required = false }: PortSpec,
  isOpen: boolean,
  schema: { readonly columns: readonly unknown[]; readonly changelog: boolean } | undefined,
): PortView {
  const columns =
    schema === undefined
      ? 'columns not known yet'
      : `${schema.columns.length} columns, ${schema.changelog ? 'changelog' : 'append only'}`;
  return { name, isOpen, isRequired: required, tip: `${name}: ${columns}` };
}

function flowEdge(edge: EdgeDocument, { nodes, issues }: InspectedDocument): PipelineEdge {
  const role = nodes.get(edge.from.node)?.spec?.role;
  const { port } = edge.from;
  const kind = port === 'late' ? 'late' : port === 'error' ? 'error' : 'rows';
  const counter = port === 'error' ? 'errors' : role === 'source' ? 'passed' : port === 'out' ? 'out' : `out.${port}`;
  const isBroken = issues.some(
    ({ node, field, severity }) => severity === 'error' && node === edge.to.node && field === edge.to.port,
  );
  return {
    id: edgeId(edge),
    type: 'pipeline',
    source: edge.from.node,
    sourceHandle: port,
    target: edge.to.node,
    targetHandle: edge.to.port,
    data: { edge, kind, counter, isBroken },
  };
}

export function errorsOf(issues: readonly Issue[], node: string): readonly Issue[] {
  return issues.filter((issue) => issue.node === node && issue.severity === 'error');
}
