import { type ReactFlowState, useStoreApi } from '@xyflow/react';
import { useEffect, useRef } from 'react';
import { liveNumbers } from '../run/live-numbers.ts';
import { useRun } from '../run/run-store.ts';
import { useViewport } from '../viewport/viewport-store.ts';
import { rateCounter } from './card-facts.ts';
import { sparkBox, stripBox } from './card-shape.ts';
import { distanceOf } from './distance.ts';
import { paintBlocks } from './paint-blocks.ts';
import { type Ink, inkOf, paintSpark, paintStrip } from './paint-live.ts';
import type { CardNode, PipelineEdge } from './to-flow.ts';
import { windowStrip } from './window-strip.ts';
import { writeCard, writeEdge } from './write-live.ts';

type Flow = ReactFlowState<CardNode, PipelineEdge>;

/** Below this zoom no live text and no drawing. */
const SMALLEST_ZOOM = 0.5;
/** Texts stand still between; at most ten times a second. */
const TEXT_MS = 100;

/**
 * One canvas over all cards for what moves: sparklines and strips; texts are written into the cards. One loop, which does nothing
 * unless a number, the view or a node has changed. What it shows is in the cards' texts too, so it is hidden from readers.
 */
export function LiveCanvas() {
  const store = useStoreApi<CardNode, PipelineEdge>();
  const theme = useViewport((state) => state.theme);
  const canvas = useRef<HTMLCanvasElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the inks are read from the theme's tokens.
  useEffect(() => {
    const element = canvas.current;
    return element === null ? undefined : drawWhileMounted(element, () => store.getState(), inkOf(element));
  }, [store, theme]);
  return (
    <div aria-hidden="true">
      <canvas className="live" ref={canvas} />
    </div>
  );
}

function drawWhileMounted(canvas: HTMLCanvasElement, flow: () => Flow, ink: Ink): () => void {
  let frame = 0;
  let shown: readonly unknown[] = [];
  let writtenMs = 0;
  const draw = (nowMs: number) => {
    frame = requestAnimationFrame(draw);
    const { transform, nodeLookup, nodes, edges, width, height } = flow();
    const { status } = useRun.getState();
    const isFar = transform[2] < SMALLEST_ZOOM;
    const state = [isFar ? null : liveNumbers.version, ...transform, nodes, edges, width, height, status];
    if (state.every((part, i) => part === shown[i])) return;
    const isNewText = !isFar && (liveNumbers.version !== shown[0] || nodes !== shown[4] || status !== shown.at(-1));
    if (isNewText && nowMs - writtenMs < TEXT_MS) return;
    shown = state;
    paint(canvas, flow(), ink);
    if (isFar) return;
    writtenMs = nowMs;
    for (const { internals, id } of nodeLookup.values()) writeCard(internals.userNode, status.waiting.has(id));
    for (const edge of edges) writeEdge(edge);
  };
  frame = requestAnimationFrame(draw);
  return () => cancelAnimationFrame(frame);
}

function paint(canvas: HTMLCanvasElement, { transform, nodeLookup, edges, width, height }: Flow, ink: Ink): void {
  const [x, y, zoom] = transform;
  const ratio = window.devicePixelRatio;
  const context = canvas.getContext('2d');
  if (context === null) return;
  if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
  }
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, canvas.width, canvas.height);
  const { waiting } = useRun.getState().status;
  if (distanceOf(transform) === 'blocks') {
    context.setTransform(zoom * ratio, 0, 0, zoom * ratio, x * ratio, y * ratio);
    paintBlocks(context, nodeLookup, edges, waiting, ink, 1 / zoom);
    return;
  }
  if (zoom < SMALLEST_ZOOM || liveNumbers.gauges === null) return;
  for (const { internals, id } of nodeLookup.values()) {
    const { data } = internals.userNode;
    const at = internals.positionAbsolute;
    const [left, top] = [x + at.x * zoom, y + at.y * zoom];
    if (left > width || top > height || left + 256 * zoom < 0 || top + 180 * zoom < 0) continue;
    context.setTransform(zoom * ratio, 0, 0, zoom * ratio, left * ratio, top * ratio);
    paintSpark(context, sparkBox(data.isWindow), liveNumbers.spark(id, rateCounter(data.role, data.isWindow)), ink);
    const explanation = data.isWindow ? liveNumbers.gauges.windows[id] : undefined;
    if (explanation !== undefined) paintStrip(context, stripBox(), windowStrip(explanation), ink, waiting.has(id));
  }
}
