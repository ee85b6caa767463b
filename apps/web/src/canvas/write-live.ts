import { durationText, rateOf } from '../look/format.ts';
import { liveNumbers } from '../run/live-numbers.ts';
import { cardFacts } from './card-facts.ts';
import { liveTexts } from './live-text.ts';
import type { CardNode, PipelineEdge } from './to-flow.ts';
import { stripWords } from './window-strip.ts';

/** From when on an edge tells how long nothing came. */
const QUIET_MS = 60_000;

/** Writes a card's newest numbers into its texts; nothing for a card that is not in view. */
export function writeCard({ id, data }: CardNode, isHeld: boolean): void {
  if (!liveTexts.has(id)) return;
  const { figure, unit, left, right } = cardFacts(data.role, data.isWindow, id, liveNumbers);
  liveTexts.write(id, 'figure', figure);
  liveTexts.write(id, 'unit', unit);
  liveTexts.write(id, 'left', left.text, left.tone);
  liveTexts.write(id, 'right', right.text, right.tone);
  const explanation = liveNumbers.gauges?.windows[id];
  const words = explanation === undefined || !data.isWindow ? null : stripWords(explanation, isHeld);
  liveTexts.name(id, spokenName(data, [`${figure} ${unit}`, left.text, right.text, ...Object.values(words ?? {})]));
  if (!data.isWindow) return;
  liveTexts.write(id, 'open', words?.open ?? 'no window open');
  liveTexts.write(id, 'watermark', words?.watermark ?? '', isHeld ? 'wait' : '');
  liveTexts.write(id, 'next', words?.next ?? '');
  liveTexts.write(id, 'rest', words?.rest ?? '');
}

/** What a reader of the screen is told of a card: what it is, and its numbers. */
function spokenName({ title, summary }: CardNode['data'], facts: readonly string[]): string {
  return [title, summary, ...facts.map((fact) => fact.trim()).filter((fact) => fact !== '' && fact !== '–')].join(', ');
}

/** Writes what an edge carries into its label. */
export function writeEdge({ id, source, data }: PipelineEdge): void {
  if (data === undefined || !liveTexts.has(id)) return;
  const total = liveNumbers.total(source, data.counter);
  if (data.kind !== 'rows') {
    liveTexts.write(id, 'figure', total === null ? '' : `${total} ${data.kind === 'late' ? 'late' : 'failed'}`);
    return;
  }
  const quietMs = liveNumbers.quietMs(source, data.counter);
  if (quietMs >= QUIET_MS) {
    liveTexts.write(id, 'figure', '');
    liveTexts.write(id, 'unit', `quiet ${durationText(quietMs)}`);
    return;
  }
  const perSecond = liveNumbers.rate(source, data.counter);
  const rate = perSecond === null ? { figure: '', unit: '' } : rateOf(perSecond);
  liveTexts.write(id, 'figure', rate.figure);
  liveTexts.write(id, 'unit', rate.unit);
}
