import type { NodeRole } from '@millrace/model';
import { grouped, rateOf } from '../look/format.ts';
import type { LiveNumbers } from '../run/live-numbers.ts';

export type Tone = '' | 'err' | 'late' | 'wait';
export type Fact = { readonly text: string; readonly tone: Tone };
/** The live line of a card, and the two facts below it; the second is the one that may worry. */
export type CardFacts = {
  readonly figure: string;
  readonly unit: string;
  readonly left: Fact;
  readonly right: Fact;
};

const NOTHING: Fact = { text: '', tone: '' };
const UNKNOWN: CardFacts = { figure: '–', unit: '', left: NOTHING, right: NOTHING };

/** Which counter a card's rate and sparkline are of. */
export function rateCounter(role: NodeRole, isWindow: boolean): string {
  if (role === 'source') return 'passed';
  return role === 'sink' ? 'written' : isWindow ? 'in' : 'out';
}

/** The newest numbers of a node in words; dashes where nothing is known. */
export function cardFacts(role: NodeRole, isWindow: boolean, key: string, numbers: LiveNumbers): CardFacts {
  const perSecond = numbers.rate(key, rateCounter(role, isWindow));
  const rate = perSecond === null ? null : rateOf(perSecond);
  const words = { source: 'rows', operator: 'rows', sink: 'rows' }[role];
  const side = role === 'operator' ? (isWindow ? ' in' : ' out') : '';
  const line = rate === null ? { figure: '–', unit: '' } : { figure: rate.figure, unit: `${words}${rate.unit}${side}` };
  switch (role) {
    case 'source':
      return { ...line, left: lagFact(key, numbers), right: brokenFact(key, numbers) };
    case 'sink': {
      const written = numbers.total(key, 'written');
      return {
        ...line,
        left: written === null ? NOTHING : { text: `${grouped(written)} written`, tone: '' },
        right: NOTHING,
      };
    }
    case 'operator':
      return isWindow ? { ...UNKNOWN, ...line } : { ...line, ...operatorFacts(key, numbers) };
  }
}

function lagFact(key: string, { gauges }: LiveNumbers): Fact {
  const source = gauges?.sources[key];
  if (source === undefined) return NOTHING;
  const held = source.blocked === '0' ? '' : ` · ${grouped(source.blocked)} blocked`;
  return { text: `lag ${grouped(source.behind)} rows${held}`, tone: held === '' ? '' : 'wait' };
}

function brokenFact(key: string, numbers: LiveNumbers): Fact {
  const broken = (numbers.total(key, 'dead') ?? 0) + (numbers.total(key, 'quarantined') ?? 0);
  return broken === 0 ? NOTHING : { text: `${grouped(broken)} broken`, tone: 'err' };
}

function operatorFacts(key: string, numbers: LiveNumbers): { readonly left: Fact; readonly right: Fact } {
  const [rows, filtered, errors] = ['in', 'filtered', 'errors'].map((counter) => numbers.total(key, counter) ?? 0) as [
    number,
    number,
    number,
  ];
  const left =
    rows === 0 || filtered === 0 ? NOTHING : { text: `${passShare(rows, filtered)} % pass`, tone: '' as const };
  if (errors > 0) return { left, right: { text: `${grouped(errors)} failed`, tone: 'err' } };
  return { left, right: filtered === 0 ? NOTHING : { text: `${grouped(filtered)} dropped`, tone: '' } };
}

/** In tenths, cut so that 100.0 is never said of less. */
function passShare(rows: number, filtered: number): string {
  return (Math.floor(((rows - filtered) / rows) * 1_000) / 10).toFixed(1);
}
