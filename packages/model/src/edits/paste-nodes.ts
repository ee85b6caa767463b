import { type EdgeDocument, formatEdge, type NodeDocument, type PipelineDocument } from '../graph/pipeline-document.ts';
import type { Edit } from './edit.ts';
import { freeKey, keysIn } from './unique-key.ts';

/** What was copied out of a document: nodes by their keys there, and edges. */
export type Clipboard = {
  readonly nodes: ReadonlyMap<string, NodeDocument>;
  readonly edges: readonly EdgeDocument[];
};

/** Adds copies of the nodes under fresh keys, and of the edges those between two of them. */
export function pasteNodes(document: PipelineDocument, clipboard: Clipboard): Edit {
  const fresh = freshKeys(document, clipboard);
  const nodes = [...clipboard.nodes].map(
    ([key, node]): Edit => ({ kind: 'addNode', key: fresh.get(key) ?? key, node }),
  );
  const edges = pastedEdges(clipboard, fresh).map((edge): Edit => ({ kind: 'addEdge', edge }));
  return { kind: 'batch', edits: [...nodes, ...edges] };
}

function freshKeys(document: PipelineDocument, clipboard: Clipboard): ReadonlyMap<string, string> {
  const taken = keysIn(document);
  const fresh = new Map<string, string>();
  for (const key of clipboard.nodes.keys()) {
    const free = freeKey(taken, key);
    taken.add(free);
    fresh.set(key, free);
  }
  return fresh;
}

function pastedEdges({ edges }: Clipboard, fresh: ReadonlyMap<string, string>): readonly EdgeDocument[] {
  const pasted = new Map<string, EdgeDocument>();
  for (const { from, to } of edges) {
    const [source, target] = [fresh.get(from.node), fresh.get(to.node)];
    if (source === undefined || target === undefined) continue;
    const edge = { from: { node: source, port: from.port }, to: { node: target, port: to.port } };
    pasted.set(formatEdge(edge), edge);
  }
  return [...pasted.values()];
}
