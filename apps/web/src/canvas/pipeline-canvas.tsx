import '@xyflow/react/dist/base.css';
import {
  Background,
  BackgroundVariant,
  type Connection,
  ConnectionMode,
  type EdgeTypes,
  type FinalConnectionState,
  type NodeTypes,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
  useStore,
  useStoreApi,
  useUpdateNodeInternals,
} from '@xyflow/react';
import { useEffect, useRef, useState } from 'react';
import { useDocument } from '../document/document-store.ts';
import { useInspector } from '../inspector/inspector-store.ts';
import { useViewport } from '../viewport/viewport-store.ts';
import { arrange } from './arrange.ts';
import { connectionFault } from './connection-fault.ts';
import { type Distance, DistanceContext, distanceOf } from './distance.ts';
import { useGraphKeys } from './graph-keys.ts';
import { addNode, edgeUnder, insertNode, NODE_MIME } from './graph-work.ts';
import { LiveCanvas } from './live-canvas.tsx';
import { NodeCard } from './node-card.tsx';
import { PipelineEdgeView } from './pipeline-edge.tsx';
import type { CardNode, PipelineEdge } from './to-flow.ts';
import { useFlow } from './use-flow.ts';
import { ZoomCluster } from './zoom-cluster.tsx';

/** Room at the right of a node that was brought into view, pixels. */
const EDGE_OF_VIEW = 24;
const NODE_TYPES: NodeTypes = { card: NodeCard };
const NO_EDGES: PipelineEdge[] = [];
const EDGE_TYPES: EdgeTypes = { pipeline: PipelineEdgeView };

/** The graph on the canvas: draw, wire, move; everything it changes goes through the document store. */
export function PipelineCanvas() {
  return (
    <ReactFlowProvider>
      <Canvas />
    </ReactFlowProvider>
  );
}

function Canvas() {
  const flow = useFlow();
  const { screenToFlowPosition } = useReactFlow<CardNode, PipelineEdge>();
  const place = useRef<HTMLElement>(null);
  // A node dropped on an empty canvas stays where it was dropped.
  const [isFitted] = useState(() => (useDocument.getState().document?.nodes.size ?? 0) > 0);
  useArrangedFirst();
  useSelectedInView();
  const onKeyDown = useGraphKeys();
  const distance = useStore(({ transform }) => distanceOf(transform));
  usePortsMeasured(distance);
  return (
    <section
      className="canvas"
      data-distance={distance}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the canvas is one tab stop with keys of its own.
      tabIndex={0}
      aria-label="Canvas"
      ref={place}
      onKeyDown={onKeyDown}
      onDragOver={(event) => {
        if (event.dataTransfer.types.includes(NODE_MIME)) event.preventDefault();
      }}
      onDrop={(event) => {
        const type = event.dataTransfer.getData(NODE_MIME);
        if (type === '') return;
        const at = screenToFlowPosition({ x: event.clientX, y: event.clientY });
        const edge = edgeUnder(event.clientX, event.clientY);
        if (edge === null) addNode(type, at);
        else insertNode(type, edge, at);
      }}
    >
      <DistanceContext value={distance}>
        <ReactFlow<CardNode, PipelineEdge>
          nodes={flow.nodes}
          // As blocks they are lines of the overlay's picture; each element would follow every step of the view.
          edges={distance === 'blocks' ? NO_EDGES : flow.edges}
          nodeTypes={NODE_TYPES}
          edgeTypes={EDGE_TYPES}
          onNodesChange={flow.onNodesChange}
          onEdgesChange={flow.onEdgesChange}
          onNodeDragStart={flow.onNodeDragStart}
          onNodeDragStop={flow.onNodeDragStop}
          onConnect={connect}
          onConnectEnd={sayWhyNot}
          isValidConnection={(connection) => faultOf(connection as Connection) === null}
          connectionMode={ConnectionMode.Strict}
          // From afar nearly all are in view, and coming and going at the border costs more than it saves.
          onlyRenderVisibleElements={distance === 'near'}
          fitView={isFitted}
          fitViewOptions={{ padding: 0.12, maxZoom: 1.15 }}
          minZoom={0.2}
          maxZoom={2}
          deleteKeyCode={null}
          selectionKeyCode="Shift"
          nodesFocusable={true}
          edgesFocusable={true}
          proOptions={{ hideAttribution: true }}
        >
          {distance === 'near' && (
            <Background variant={BackgroundVariant.Dots} gap={16} size={1.6} color="var(--canvas-dot)" />
          )}
          <LiveCanvas />
          <ZoomCluster />
        </ReactFlow>
      </DistanceContext>
      <Notice />
    </section>
  );
}

function edgeOf({ source, sourceHandle, target, targetHandle }: Connection) {
  return {
    from: { node: source, port: sourceHandle ?? 'out' },
    to: { node: target, port: targetHandle ?? 'in' },
  };
}

function faultOf(connection: Connection): string | null {
  const { document } = useDocument.getState();
  return document === null ? null : connectionFault(document, edgeOf(connection));
}

function connect(connection: Connection): void {
  useDocument.getState().change({ kind: 'addEdge', edge: edgeOf(connection) });
}

/** A drop on a port that does not fit is answered with the reason. */
function sayWhyNot(_: unknown, { fromHandle, toHandle, isValid }: FinalConnectionState): void {
  if (fromHandle === null || toHandle === null || isValid === true) return;
  const [from, to] = fromHandle.type === 'source' ? [fromHandle, toHandle] : [toHandle, fromHandle];
  const fault = faultOf({
    source: from.nodeId,
    sourceHandle: from.id ?? null,
    target: to.nodeId,
    targetHandle: to.id ?? null,
  });
  useViewport.getState().setNotice(fault ?? 'An edge goes from an output on the right to an input on the left.');
}

/** Ports come with the cards, so where they are is measured when cards take the place of blocks. */
function usePortsMeasured(distance: Distance): void {
  const store = useStoreApi<CardNode, PipelineEdge>();
  const measure = useUpdateNodeInternals();
  const isBlocks = distance === 'blocks';
  useEffect(() => {
    if (!isBlocks) measure([...store.getState().nodeLookup.keys()]);
  }, [isBlocks, store, measure]);
}

/** When the canvas becomes narrower, by the inspector that a selection opens, what is selected stays in view. */
function useSelectedInView(): void {
  const width = useStore((state) => state.width);
  const store = useStoreApi<CardNode, PipelineEdge>();
  const { setViewport } = useReactFlow();
  useEffect(() => {
    const { nodeLookup, transform } = store.getState();
    const [selected, ...more] = useInspector.getState().nodes;
    const node = selected === undefined || more.length > 0 ? undefined : nodeLookup.get(selected);
    if (node === undefined) return;
    const [x, y, zoom] = transform;
    const right = x + (node.internals.positionAbsolute.x + (node.measured.width ?? 0)) * zoom + EDGE_OF_VIEW;
    if (right > width) void setViewport({ x: x - (right - width), y, zoom });
  }, [width, store, setViewport]);
}

/** A file without places is laid out once, without a step to undo. */
function useArrangedFirst(): void {
  const name = useDocument((state) => state.name);
  const missing = useDocument(({ document, layout }) =>
    [...(document?.nodes.keys() ?? [])].some((key) => !layout.has(key)),
  );
  const { fitView } = useReactFlow();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another pipeline is laid out anew.
  useEffect(() => {
    const { document, inspected } = useDocument.getState();
    if (!missing || document === null) return;
    void arrange(document, inspected).then((places) => {
      const { layout } = useDocument.getState();
      useDocument.setState({ layout: new Map([...places, ...layout]) });
      requestAnimationFrame(() => void fitView({ padding: 0.12, maxZoom: 1.15 }));
    });
  }, [missing, name, fitView]);
}

function Notice() {
  const notice = useViewport((state) => state.notice);
  if (notice === null) return null;
  return (
    <div className="cnote" role="status">
      <span>{notice}</span>
      <button type="button" className="btn sm ghost" onClick={() => useViewport.getState().setNotice(null)}>
        Close
      </button>
    </div>
  );
}
