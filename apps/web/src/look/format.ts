import type { Cell } from '@millrace/live';
import { formatTimestamp } from '@millrace/model';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** `12,400`: a count with thousands separators. */
export function grouped(count: number | string): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** {@link grouped}, of the digits before the point. */
function groupedDigits(digits: string): string {
  const [whole = '', ...fraction] = digits.split('.');
  return [grouped(whole), ...fraction].join('.');
}

export type Rate = { readonly figure: string; readonly unit: string };

/** `48.2 k/s` from 10,000 on, `112 /s`, `8 /min` when under one a second. */
export function rateOf(perSecond: number): Rate {
  if (perSecond >= 10_000) return { figure: `${(perSecond / 1_000).toFixed(1)}`, unit: 'k/s' };
  if (perSecond >= 1 || perSecond === 0) return { figure: grouped(Math.round(perSecond)), unit: '/s' };
  return { figure: String(Math.max(1, Math.round(perSecond * 60))), unit: '/min' };
}

/** `14:05:26.6` in UTC, tenths cut off (a watermark is never rounded up) and left out where they are zero. */
export function timeOfDay(ms: number): string {
  const text = formatTimestamp(Math.floor(ms / 100) * 100, 'TIMESTAMP', 'sql').slice(11, 21);
  return text.endsWith('.0') ? text.slice(0, -2) : text;
}

/** The day, where it is not today's: `2026-11-03 14:05:26`, in UTC. */
export function momentText(ms: number, nowMs = Date.now()): string {
  return `${dayBefore(ms, nowMs)}${timeOfDay(ms)}`;
}

/** `14:05–14:06`, with seconds where the bounds have them, and the days where they are not today. */
export function windowName(startMs: number, endMs: number, nowMs = Date.now()): string {
  const seconds = startMs % MINUTE_MS !== 0 || endMs % MINUTE_MS !== 0;
  const text = (ms: number) => (seconds ? timeOfDay(ms) : timeOfDay(ms).slice(0, 5));
  const endDay = isSameDay(startMs, endMs) ? '' : dayBefore(endMs, nowMs);
  return `${dayBefore(startMs, nowMs)}${text(startMs)}–${endDay}${text(endMs)}`;
}

function dayBefore(ms: number, nowMs: number): string {
  return isSameDay(ms, nowMs) ? '' : `${formatTimestamp(ms, 'TIMESTAMP', 'sql').slice(0, 10)} `;
}

function isSameDay(a: number, b: number): boolean {
  return Math.floor(a / DAY_MS) === Math.floor(b / DAY_MS);
}

/** `0.4 s`, `42 s`, `3 min`, `2 h`. */
export function durationText(ms: number): string {
  if (ms < 10_000) return `${(ms / 1_000).toFixed(1)} s`;
  if (ms < 2 * MINUTE_MS) return `${Math.floor(ms / 1_000)} s`;
  if (ms < 2 * HOUR_MS) return `${Math.floor(ms / MINUTE_MS)} min`;
  return `${Math.floor(ms / HOUR_MS)} h`;
}

/** Whether a column of this type stands at the right. */
export function isNumeric(type: string): boolean {
  return /^(INT|BIGINT|DOUBLE|DECIMAL)/.test(type);
}

/** A value of a row as a table shows it; a dash for NULL. */
export function cellText(cell: Cell | undefined, type: string, nowMs = Date.now()): string {
  if (cell === null || cell === undefined) return '–';
  if (typeof cell === 'object') return groupedDigits(cell.exact);
  if (typeof cell === 'number') {
    if (type.startsWith('TIMESTAMP')) return momentText(cell, nowMs);
    return /^(INT|BIGINT)/.test(type) ? grouped(cell) : String(cell);
  }
  return String(cell);
}
