import type { LiveExplanation } from '@millrace/live';
import { durationText, grouped, timeOfDay } from '../look/format.ts';

/** How many panes a strip shows one by one. */
const SHOWN = 4;
/** Of the strip, left and right of the panes. */
const MARGIN = 0.08;

/** Shares of the strip's width and height, 0 to 1 from the left and the bottom. */
export type StripPane = { readonly from: number; readonly to: number; readonly fill: number; readonly rows: string };
export type WindowStrip = {
  readonly panes: readonly StripPane[];
  /** Where the watermark stands; event time left of it is complete. Null: there is none yet. */
  readonly watermark: number | null;
  readonly more: number;
};

/** The open panes of a window node on an axis of event time, filled by their rows against the largest of them. */
export function windowStrip({ open, openPanes, watermark }: LiveExplanation): WindowStrip {
  const shown = open.slice(0, SHOWN);
  const [first] = shown;
  if (first === undefined) return { panes: [], watermark: null, more: 0 };
  const end = Math.max(...shown.map((pane) => pane.end));
  const margin = (end - first.start) * MARGIN;
  const place = (time: number) =>
    Math.min(1, Math.max(0, (time - first.start + margin) / (end - first.start + 2 * margin)));
  const most = Math.max(1, ...shown.map(({ rows }) => rows));
  return {
    panes: shown.map(({ start, end: to, rows }) => ({
      from: place(start),
      to: place(to),
      fill: rows / most,
      rows: grouped(rows),
    })),
    watermark: watermark === null ? null : watermark === 'end' ? 1 : place(watermark),
    more: Math.max(0, openPanes - shown.length),
  };
}

/** The lines above and below a strip. */
export type StripWords = {
  readonly open: string;
  readonly watermark: string;
  readonly next: string;
  readonly rest: string;
};

export function stripWords(explanation: LiveExplanation, isHeld: boolean): StripWords {
  const { openPanes, watermark, nextClose, holder } = explanation;
  const open = openPanes === 1 ? '1 window open' : `${grouped(openPanes)} windows open`;
  const at =
    watermark === null ? 'no watermark yet' : watermark === 'end' ? 'input ended' : `watermark ${timeOfDay(watermark)}`;
  const held = isHeld && holder.kind === 'partition' ? `held by ${holder.source}[${holder.partition}]` : null;
  if (nextClose === null) return { open, watermark: at, next: '', rest: '' };
  const missing = nextClose.missingMs === null ? '' : `in ${durationText(Math.max(0, nextClose.missingMs))}`;
  return {
    open,
    watermark: held ?? at,
    next: `next closes at ${timeOfDay(nextClose.end)}`,
    rest: held === null || typeof watermark !== 'number' ? missing : `now ${timeOfDay(watermark)}`,
  };
}
