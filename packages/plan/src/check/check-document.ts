import { failure, type PipelineDocument, type Result, success } from '@millrace/model';
import type { CheckedNode, CheckedPipeline } from './checked-pipeline.ts';
import { judgeDocument } from './judge-document.ts';
import type { ResolvedNode } from './resolve-nodes.ts';

/**
 * Judges a whole document: types and configurations of nodes, edges and their ports, cycles, columns, topics (V1). All mistakes
 * that can be told apart come at once, in an order that depends on the graph alone; a node behind a broken one is checked as far as
 * its own configuration and edges go. `parameters` replace the document's own values of that name.
 */
export function checkDocument(
  written: PipelineDocument,
  parameters: ReadonlyMap<string, string> = new Map(),
): Result<CheckedPipeline> {
  const { document, graph, edges, resolved, issues } = judgeDocument(written, parameters);
  if (issues.some((issue) => issue.severity === 'error')) return failure(issues);
  const nodes = new Map(
    [...resolved].flatMap(([id, node]) => checkedNode(node).map((checked) => [id, checked] as const)),
  );
  return success({ document, order: graph.order, nodes, edges }, issues);
}

function checkedNode({ draft, valid, inputs, outputs }: ResolvedNode): CheckedNode[] {
  const { id, definition, node } = draft;
  if (outputs === null || definition === null) return [];
  const { config } = valid;
  const parts = { id, config, inputs, outputs };
  if (!('role' in definition)) return [{ ...parts, role: 'operator', definition, onError: node.onError }];
  if (definition.role === 'source') {
    return [{ ...parts, role: 'source', definition, description: definition.describe(config) }];
  }
  const [input] = inputs.values();
  return input === undefined
    ? []
    : [{ ...parts, role: 'sink', definition, description: definition.describe(config, input) }];
}
