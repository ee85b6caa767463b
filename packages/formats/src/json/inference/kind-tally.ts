import { comparePositions, type SamplePosition } from './sample-position.ts';
import type { KindFacts } from './value-kind.ts';

/** A value's text in a message, at most 80 code units of it. */
export type FirstValue = SamplePosition & { readonly text: string };

const SHOWN = 80;

/** How many values of one kind there were, and the most that any of them asks for. */
export type KindTally = {
  readonly count: number;
  readonly first: FirstValue;
  readonly wholeDigits: number;
  readonly fractionDigits: number;
  readonly exponents: number;
  readonly losing: number;
};

export function tallyOf(facts: KindFacts, position: SamplePosition, text: string): KindTally {
  const { wholeDigits, fractionDigits } = facts;
  const first = { ...position, text: text.slice(0, SHOWN).replace(/[\ud800-\udbff]$/, '') };
  return {
    count: 1,
    first,
    wholeDigits,
    fractionDigits,
    exponents: facts.hasExponent ? 1 : 0,
    losing: facts.losesDigits ? 1 : 0,
  };
}

/** The tally of both together; of two values at one position (in an array) the smaller text is the first. */
export function mergeTallies(a: KindTally, b: KindTally): KindTally {
  return {
    count: a.count + b.count,
    first: isBefore(b.first, a.first) ? b.first : a.first,
    wholeDigits: Math.max(a.wholeDigits, b.wholeDigits),
    fractionDigits: Math.max(a.fractionDigits, b.fractionDigits),
    exponents: a.exponents + b.exponents,
    losing: a.losing + b.losing,
  };
}

function isBefore(a: FirstValue, b: FirstValue): boolean {
  const order = comparePositions(a, b);
  return order < 0 || (order === 0 && a.text < b.text);
}
