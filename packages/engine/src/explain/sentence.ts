import { formatTimestamp, unreachable } from '@millrace/model';
import type { Explanation, HeldBecause, WatermarkHolder } from '../contract/explanation.ts';
import { secondsInWords } from '../seconds-in-words.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** Rows that come more often than this are not called silent. */
const SILENT_MS = 1_000;

/**
 * An explanation in words, times of day in UTC. Dates stand where the window is not on the day of `nowMs` (UTC); without it,
 * where window and watermark are on different days. A watermark is cut, never rounded up.
 */
export function sentence(explanation: Explanation, nowMs?: number): string {
  const { nextClose, watermark, holder } = explanation;
  if (nextClose === null) return 'No window is open.';
  if (holder.kind === 'ended' || nextClose.missingMs <= 0) return `${windowName(nextClose, false)} is closing now.`;
  const hasWatermark = watermark !== Number.NEGATIVE_INFINITY;
  const days = [nextClose.start, hasWatermark ? watermark : nextClose.start, nowMs ?? nextClose.start].map(dayOf);
  const withDate = new Set(days).size > 1;
  const closes = `${windowName(nextClose, withDate)} closes when the watermark reaches ${timeText(nextClose.end, withDate)}.`;
  const at = hasWatermark ? `It is at ${timeText(watermark, withDate)}` : 'There is none yet';
  return `${closes} ${at}${becauseOf(holder)}`;
}

function windowName({ start, end }: { readonly start: number; readonly end: number }, withDate: boolean): string {
  const seconds = end - start < HOUR_MS && (start % 60_000 !== 0 || end % 60_000 !== 0);
  const text = (ms: number, date: boolean) => timeText(ms, date).replace(seconds ? '' : /:00$/, '');
  return `The window ${text(start, withDate)}–${text(end, withDate && dayOf(start) !== dayOf(end))}`;
}

/** What follows the watermark, to the end of the sentence or of the two. */
function becauseOf(holder: WatermarkHolder): string {
  switch (holder.kind) {
    case 'partition':
      return becauseOfPartition(`${holder.source}[${holder.partition}]`, holder.why);
    case 'all-idle':
      return '. No partition has rows. Event time stands still.';
    case 'no-sources':
      return '. Its input has no event time.';
    case 'ended':
      return '. The input has ended.';
    default:
      return unreachable(holder);
  }
}

function becauseOfPartition(partition: string, why: HeldBecause): string {
  const held = `, held by ${partition}`;
  switch (why.kind) {
    case 'backlog':
      return `${held}. ${partition} has ${counted(why.unread, 'unread row')}: it is behind, not idle.`;
    case 'open-transaction': {
      const who = why.transactionalId === null ? 'a producer' : `the producer ${why.transactionalId}`;
      return `${held}. There ${who} has not ended its transaction: ${counted(why.unread, 'offset')} ${why.unread === 1 ? 'waits' : 'wait'} behind it.`;
    }
    case 'no-record':
      return `${held}, which never had a row${silent(why.silentForMs)}. ${whatNext(partition, why.idleInMs)}`;
    case 'event-time':
      if (why.silentForMs < SILENT_MS && why.idleInMs !== null) return `${held}, whose rows are the furthest behind.`;
      return `${held}${silent(why.silentForMs)}. ${whatNext(partition, why.idleInMs)}`;
    default:
      return unreachable(why);
  }
}

function silent(ms: number): string {
  return ms < SILENT_MS ? '' : `, silent for ${secondsInWords(Math.floor(ms / 1_000))}`;
}

function whatNext(partition: string, idleInMs: number | null): string {
  if (idleInMs === null) return `${partition} has no idle time-out: this window waits until a row arrives there.`;
  return `In ${secondsInWords(Math.ceil(idleInMs / 1_000))} ${partition} counts as idle.`;
}

function counted(n: number, noun: string): string {
  return `${String(n).replace(/\B(?=(\d{3})+$)/g, ',')} ${noun}${n === 1 ? '' : 's'}`;
}

/** `14:05:26.6`, with tenths cut off where they are not zero, and with the date where asked for. */
function timeText(ms: number, withDate: boolean): string {
  const text = formatTimestamp(Math.floor(ms / 100) * 100, 'TIMESTAMP', 'sql');
  const at = text.indexOf(' ');
  const time = text.slice(at + 1, -2).replace(/\.0$/, '');
  return withDate ? `${text.slice(0, at)} ${time}` : time;
}

function dayOf(ms: number): number {
  return Math.floor(ms / DAY_MS);
}
