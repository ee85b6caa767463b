import type { Box } from './card-shape.ts';
import type { WindowStrip } from './window-strip.ts';

/** The colours of the theme at hand. */
export type Ink = Readonly<Record<(typeof TOKENS)[number], string>>;

const TOKENS = [
  'text',
  'text-3',
  'edge',
  'late',
  'error',
  'ok',
  'shade',
  'waiting',
  'select',
  'line-strong',
  'source-tint',
  'operator-tint',
  'sink-tint',
  'font',
] as const;

export function inkOf(element: Element): Ink {
  const style = getComputedStyle(element);
  return Object.fromEntries(TOKENS.map((name) => [name, style.getPropertyValue(`--${name}`).trim()])) as Ink;
}

/** Rates of the last ninety seconds, from zero, newest at the right. */
export function paintSpark(context: CanvasRenderingContext2D, box: Box, values: readonly number[], ink: Ink): void {
  if (values.length < 2) return;
  const most = Math.max(...values, 1) * 1.06;
  const step = box.width / 89;
  const left = box.x + box.width - (values.length - 1) * step;
  context.beginPath();
  values.forEach((value, i) => {
    const [x, y] = [left + i * step, box.y + box.height - 1 - (value / most) * (box.height - 2)];
    if (i === 0) context.moveTo(x, y);
    else context.lineTo(x, y);
  });
  context.strokeStyle = ink['text-3'];
  context.lineWidth = 1.2;
  context.stroke();
  context.lineTo(box.x + box.width, box.y + box.height);
  context.lineTo(left, box.y + box.height);
  context.globalAlpha = 0.1;
  context.fillStyle = ink['text-3'];
  context.fill();
  context.globalAlpha = 1;
}

/** Open panes with their rows, complete event time shaded, the watermark as a flag. */
export function paintStrip(
  context: CanvasRenderingContext2D,
  box: Box,
  strip: WindowStrip,
  ink: Ink,
  isHeld: boolean,
): void {
  const [top, height] = [box.y + 4, box.height - 8];
  const place = (share: number) => box.x + share * box.width;
  if (strip.watermark !== null) {
    context.fillStyle = ink.shade;
    context.fillRect(box.x, top, strip.watermark * box.width, height);
  }
  for (const { from, to, fill, rows } of strip.panes) {
    const width = (to - from) * box.width;
    context.globalAlpha = 0.28;
    context.fillStyle = ink.ok;
    context.fillRect(place(from), top + height * (1 - fill), width, height * fill);
    context.globalAlpha = 1;
    context.strokeStyle = ink.edge;
    context.lineWidth = 1;
    context.strokeRect(place(from) + 0.5, top + 0.5, width - 1, height - 1);
    context.fillStyle = ink.text;
    context.font = `600 11px ${ink.font}`;
    context.textAlign = 'center';
    if (width > context.measureText(rows).width + 6)
      context.fillText(rows, rowsPlace(strip, from, to, place), top + height / 2 + 4);
  }
  if (strip.watermark === null) return;
  const x = place(strip.watermark);
  context.fillStyle = isHeld ? ink.waiting : ink.text;
  context.fillRect(x - 1, box.y, 2, box.height);
  context.beginPath();
  context.moveTo(x - 4, box.y - 1);
  context.lineTo(x + 4, box.y - 1);
  context.lineTo(x, box.y + 4);
  context.fill();
}

/** The middle of a pane, or of its wider part where the watermark would cross the figure. */
function rowsPlace({ watermark }: WindowStrip, from: number, to: number, place: (share: number) => number): number {
  const middle = place((from + to) / 2);
  if (watermark === null || Math.abs(place(watermark) - middle) > 22) return middle;
  const isLeftWider = watermark - from > to - watermark;
  return place(isLeftWider ? (from + watermark) / 2 : (watermark + to) / 2);
}
