import { rateOf } from '../look/format.ts';
import { liveNumbers } from '../run/live-numbers.ts';
import { cardFacts } from './card-facts.ts';
import { liveTexts } from './live-text.ts';
import type { CardNode, PipelineEdge } from './to-flow.ts';
import { stripWords } from './window-strip.ts';

/** Writes a card's newest numbers into its texts; nothing for a card that is not in view. */
export function writeCard({ id, data }: CardNode, isHeld: boolean): void {
  if (!liveTexts.has(id)) return;
  const { figure, unit, left, right } = cardFacts(data.role, data.isWindow, id, liveNumbers);
  liveTexts.write(id, 'figure', figure);
  liveTexts.write(id, 'unit', unit);
  liveTexts.write(id, 'left', left.text, left.tone);
  liveTexts.write(id, 'right', right.text, right.tone);
  const explanation = liveNumbers.gauges?.windows[id];
  if (!data.isWindow) return;
  const words = explanation === undefined ? null : stripWords(explanation, isHeld);
  liveTexts.write(id, 'open', words?.open ?? 'no window open');
  liveTexts.write(id, 'watermark', words?.watermark ?? '', isHeld ? 'wait' : '');
  liveTexts.write(id, 'next', words?.next ?? '');
  liveTexts.write(id, 'rest', words?.rest ?? '');
}

/** Writes what an edge carries into its label. */
export function writeEdge({ id, source, data }: PipelineEdge): void {
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
