import { durationInWords, formatTimestamp, unreachable } from '@millrace/model';
import type { Explanation, HeldBecause, WatermarkHolder } from '../contract/explanation.ts';

const DAY_MS = 86_400_000;

/** An explanation in words, times of day in UTC; one sentence, or two while something waits. */
export function sentence({ nextClose, watermark, holder }: Explanation): string {
  if (nextClose === null) return 'No window is open.';
  const { start, end } = nextClose;
  const window = `The window ${timeOf(start)}–${timeOf(end)} closes when the watermark reaches ${timeOf(end)}.`;
  if (watermark === Number.NEGATIVE_INFINITY) return `${window} There is no watermark yet: ${inWords(holder)}.`;
  return `${window} It is at ${timeOf(watermark)}, ${inWords(holder)}.`;
}

function inWords(holder: WatermarkHolder): string {
  switch (holder.kind) {
    case 'partition':
      return because(`${holder.topic}[${holder.partition}]`, holder.why);
    case 'all-idle':
      return 'and no partition has rows: event time stands still';
    case 'ended':
      return 'and the input has ended';
    case 'no-sources':
      return 'and its input has no event time';
    default:
      return unreachable(holder);
  }
}

function because(partition: string, why: HeldBecause): string {
  switch (why.kind) {
    case 'backlog':
      return `held by ${partition}, which has ${why.unread} unread rows: it is behind, not idle`;
    case 'open-transaction': {
      const who = why.transactionalId === null ? 'a producer' : `the producer ${why.transactionalId}`;
      return `held by ${partition}, where ${who} has an open transaction before ${why.unread} offsets`;
    }
    case 'no-record':
      return `held by ${partition}, which never had a row, silent for ${durationInWords(rounded(why.silentForMs))}${idle(why.idleInMs)}`;
    case 'event-time':
      return `held by ${partition}, silent for ${durationInWords(rounded(why.silentForMs))}${idle(why.idleInMs)}`;
    default:
      return unreachable(why);
  }
}

function idle(inMs: number | null): string {
  if (inMs === null) return ', without an idle time-out: this window waits until a row arrives there';
  return inMs === 0 ? '' : `, idle in ${durationInWords(rounded(inMs))}`;
}

/** Whole seconds from one second on. */
function rounded(ms: number): number {
  return ms < 1_000 ? Math.round(ms) : Math.round(ms / 1_000) * 1_000;
}

/** `14:05:26.600`, without a fraction of zero; midnight is written as its date. */
function timeOf(ms: number): string {
  const text = formatTimestamp(ms, 'TIMESTAMP', 'sql');
  const time = text.slice(11).replace(/\.000$/, '');
  return ms % DAY_MS === 0 ? text.slice(0, 10) + (time === '00:00:00' ? '' : ` ${time}`) : time;
}
