import {
  applyEdgeChanges,
  applyNodeChanges,
  type NodeChange,
  type OnEdgesChange,
  type OnNodeDrag,
  type OnNodesChange,
} from '@xyflow/react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useDocument } from '../document/document-store.ts';
import { useInspector } from '../inspector/inspector-store.ts';
import { type CardNode, edgeId, type PipelineEdge, toFlow } from './to-flow.ts';

/** What React Flow draws, kept in step with the document; sizes and positions on the way are its own. */
export function useFlow() {
  const document = useDocument((state) => state.document);
  const inspected = useDocument((state) => state.inspected);
  const layout = useDocument((state) => state.layout);
  const selectedNodes = useInspector((state) => state.nodes);
  const selectedEdges = useInspector((state) => state.edges);
  const [nodes, setNodes] = useState<CardNode[]>([]);
  const [edges, setEdges] = useState<PipelineEdge[]>([]);
  const isDragging = useRef(false);

  useEffect(() => {
    const next = document === null ? { nodes: [], edges: [] } : toFlow(document, inspected, layout);
    const chosen = new Set(selectedNodes);
    const chosenEdges = new Set(selectedEdges.map(edgeId));
    setNodes((before) => {
      const known = new Map(before.map((node) => [node.id, node]));
      return next.nodes.map((node) => keepingSize(node, known.get(node.id), chosen.has(node.id)));
    });
    setEdges(next.edges.map((edge) => ({ ...edge, selected: chosenEdges.has(edge.id) })));
  }, [document, inspected, layout, selectedNodes, selectedEdges]);

  const onNodesChange: OnNodesChange<CardNode> = useCallback((changes) => {
    setNodes((before) => applyNodeChanges(changes, before));
    if (!isDragging.current) moveByKeys(changes);
    const { nodes: chosen, edges: chosenEdges, select } = useInspector.getState();
    const next = new Set(chosen);
    for (const change of changes) {
      if (change.type === 'select' && change.selected) next.add(change.id);
      else if (change.type === 'select') next.delete(change.id);
    }
    if (next.size !== chosen.length || chosen.some((key) => !next.has(key))) select([...next], chosenEdges);
  }, []);

  const onEdgesChange: OnEdgesChange<PipelineEdge> = useCallback(
    (changes) => {
      const after = applyEdgeChanges(changes, edges);
      const chosen = after.flatMap(({ selected, data }) =>
        selected === true && data !== undefined ? [data.edge] : [],
      );
      const { nodes: chosenNodes, select } = useInspector.getState();
      if (changes.some(({ type }) => type === 'select')) select(chosenNodes, chosen);
    },
    [edges],
  );

  const onNodeDragStart: OnNodeDrag<CardNode> = useCallback(() => {
    isDragging.current = true;
  }, []);

  const onNodeDragStop: OnNodeDrag<CardNode> = useCallback((_, __, dragged) => {
    isDragging.current = false;
    const { layout: before, change } = useDocument.getState();
    const moves = dragged
      .map(({ id, position }) => [id, { x: Math.round(position.x), y: Math.round(position.y) }] as const)
      .filter(([id, { x, y }]) => before.get(id)?.x !== x || before.get(id)?.y !== y);
    if (moves.length > 0) change(null, new Map(moves));
  }, []);

  return { nodes, edges, onNodesChange, onEdgesChange, onNodeDragStart, onNodeDragStop };
}

/** Arrow keys move what is selected; one step to undo as long as nothing else is done. */
function moveByKeys(changes: readonly NodeChange<CardNode>[]): void {
  const moves = changes.flatMap((change) =>
    change.type === 'position' && change.position !== undefined
      ? [[change.id, { x: Math.round(change.position.x), y: Math.round(change.position.y) }] as const]
      : [],
  );
  if (moves.length > 0) useDocument.getState().change(null, new Map(moves), 'arrows');
}

function keepingSize(node: CardNode, known: CardNode | undefined, selected: boolean): CardNode {
  if (known === undefined) return { ...node, selected };
  return { ...known, ...node, selected };
}
