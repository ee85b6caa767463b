import { type ReactFlowState, useStoreApi } from '@xyflow/react';
import { useEffect, useRef } from 'react';
import { rateOf } from '../look/format.ts';
import { liveNumbers } from '../run/live-numbers.ts';
import { useRun } from '../run/run-store.ts';
import { useViewport } from '../viewport/viewport-store.ts';
import { cardFacts, rateCounter } from './card-facts.ts';
import { sparkBox, stripBox } from './card-shape.ts';
import { liveTexts } from './live-text.ts';
import { type Ink, inkOf, paintSpark, paintStrip } from './paint-live.ts';
import type { CardNode, PipelineEdge } from './to-flow.ts';
import { stripWords, windowStrip } from './window-strip.ts';

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
  let wasFar = false;
  const draw = (nowMs: number) => {
    frame = requestAnimationFrame(draw);
    const { transform, nodeLookup, nodes, width, height } = flow();
    const { status } = useRun.getState();
    const state = [liveNumbers.version, ...transform, nodes, width, height, status];
    if (state.every((part, i) => part === shown[i])) return;
    const isFar = transform[2] < SMALLEST_ZOOM;
    if (isFar && wasFar) return;
    wasFar = isFar;
    const isNewText = liveNumbers.version !== shown[0] || nodes !== shown[4] || status !== shown.at(-1);
    if (isNewText && nowMs - writtenMs < TEXT_MS) return;
    shown = state;
    paint(canvas, flow(), ink);
    if (isFar) return;
    writtenMs = nowMs;
    for (const { internals } of nodeLookup.values()) writeCard(internals.userNode);
    for (const edge of flow().edges) writeEdge(edge);
  };
  frame = requestAnimationFrame(draw);
  return () => cancelAnimationFrame(frame);
}

function paint(canvas: HTMLCanvasElement, { transform, nodeLookup, width, height }: Flow, ink: Ink): void {
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
  if (zoom < SMALLEST_ZOOM || liveNumbers.gauges === null) return;
  const { waiting } = useRun.getState().status;
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

function writeCard({ id, data }: CardNode): void {
  if (!liveTexts.has(id)) return;
  const { figure, unit, left, right } = cardFacts(data.role, data.isWindow, id, liveNumbers);
  liveTexts.write(id, 'figure', figure);
  liveTexts.write(id, 'unit', unit);
  liveTexts.write(id, 'left', left.text, left.tone);
  liveTexts.write(id, 'right', right.text, right.tone);
  const explanation = liveNumbers.gauges?.windows[id];
  if (!data.isWindow) return;
  const isHeld = useRun.getState().status.waiting.has(id);
  const words = explanation === undefined ? null : stripWords(explanation, isHeld);
  liveTexts.write(id, 'open', words?.open ?? 'no window open');
  liveTexts.write(id, 'watermark', words?.watermark ?? '', isHeld ? 'wait' : '');
  liveTexts.write(id, 'next', words?.next ?? '');
  liveTexts.write(id, 'rest', words?.rest ?? '');
}

function writeEdge({ id, source, data }: PipelineEdge): void {
  if (data === undefined || !liveTexts.has(id)) return;
  const total = liveNumbers.total(source, data.counter);
  if (data.kind !== 'rows') {
    liveTexts.write(id, 'figure', total === null ? '' : `${total} ${data.kind === 'late' ? 'late' : 'failed'}`);
    return;
  }
  const perSecond = liveNumbers.rate(source, data.counter);
  const rate = perSecond === null ? { figure: '', unit: '' } : rateOf(perSecond);
  liveTexts.write(id, 'figure', rate.figure);
  liveTexts.write(id, 'unit', rate.unit);
}
