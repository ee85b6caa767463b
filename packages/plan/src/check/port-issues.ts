import {
  type EdgeDocument,
  formatInput,
  formatOutput,
  type Issue,
  nearest,
  type PortRef,
  type PortSpec,
} from '@millrace/model';
import type { DraftNode } from './draft-node.ts';

type Drafts = ReadonlyMap<string, DraftNode>;

/** Ports that a node has not, required inputs without an edge, and inputs with one edge too many (V1). */
export function portIssues(drafts: Drafts, written: readonly EdgeDocument[]): readonly Issue[] {
  const inputs = [...drafts.values()].flatMap(({ id, valid }) =>
    (valid?.inputs ?? []).map((port) => ({
      port,
      node: id,
      edges: written.filter(({ to }) => to.node === id && to.port === port.name),
    })),
  );
  return [
    ...written.flatMap((edge) => unknownPorts(drafts, edge)),
    ...inputs.flatMap(({ node, port, edges }) => crowdedInput(node, port, edges)),
    ...inputs.flatMap(({ node, port, edges }) => openInput(node, port, edges)),
  ];
}

function unknownPorts(drafts: Drafts, edge: EdgeDocument): readonly Issue[] {
  return [
    ...unknownPort(edge.from, drafts.get(edge.from.node)?.valid?.outputs, 'output', edge),
    ...unknownPort(edge.to, drafts.get(edge.to.node)?.valid?.inputs, 'input', edge),
  ];
}

function unknownPort(
  end: PortRef,
  ports: readonly PortSpec[] | undefined,
  side: 'output' | 'input',
  edge: EdgeDocument,
): readonly Issue[] {
  if (ports === undefined || ports.some((port) => port.name === end.port)) return [];
  const names = ports.map((port) => port.name);
  const near = nearest(end.port, names);
  const has = names.length === 0 ? `It has no ${side}s.` : `Its ${side}s are ${names.join(', ')}.`;
  const message = `There is no ${side} ${end.port} for the edge ${edgeText(edge)}. ${near === null ? has : `Did you mean ${near}?`}`;
  return [{ severity: 'error', node: end.node, message }];
}

function crowdedInput(node: string, port: PortSpec, edges: readonly EdgeDocument[]): readonly Issue[] {
  const from = [...new Set(edges.map((edge) => formatOutput(edge.from)))].sort();
  if (port.many === true || from.length < 2) return [];
  const message = `The input ${port.name} takes one edge, and there are edges from ${from.join(' and ')}. Remove all but one.`;
  return [{ severity: 'error', node, message }];
}

function openInput(node: string, port: PortSpec, edges: readonly EdgeDocument[]): readonly Issue[] {
  if (port.required !== true || edges.length > 0) return [];
  const message = `The input ${port.name} is not connected. Draw an edge to it from a node that sends rows.`;
  return [{ severity: 'error', node, message }];
}

function edgeText({ from, to }: EdgeDocument): string {
  return `${formatOutput(from)} → ${formatInput(to)}`;
}
