import { MILLISECONDS, MONTHS } from '../scalar-type.ts';
import { UNIT_MONTHS, UNIT_MS } from '../time-unit.ts';
import { clipped, type ParsedLiteral } from './parse-literal.ts';
import { isToken, type TokenReader } from './token-reader.ts';

const MONTH_UNITS = ['YEAR', 'MONTH'] as const;
const TIME_UNITS = ['DAY', 'HOUR', 'MINUTE', 'SECOND'] as const;
const SINGLE_UNITS = [...MONTH_UNITS, 'QUARTER', 'WEEK', ...TIME_UNITS] as const;
type SingleUnit = (typeof SINGLE_UNITS)[number];

/** From one unit to a finer one: the shape of the text, and what its parts count in. */
const SPANS: ReadonlyMap<string, { readonly shape: RegExp; readonly example: string }> = new Map([
  ['YEAR TO MONTH', { shape: /^(\d+)-(\d+)$/, example: '1-6' }],
  ['DAY TO HOUR', { shape: /^(\d+) (\d+)$/, example: '1 12' }],
  ['DAY TO MINUTE', { shape: /^(\d+) (\d+):(\d+)$/, example: '1 12:30' }],
  ['DAY TO SECOND', { shape: /^(\d+) (\d+):(\d+):(\d+(?:\.\d{1,3})?)$/, example: '1 12:30:00' }],
  ['HOUR TO MINUTE', { shape: /^(\d+):(\d+)$/, example: '12:30' }],
  ['HOUR TO SECOND', { shape: /^(\d+):(\d+):(\d+(?:\.\d{1,3})?)$/, example: '12:30:00' }],
  ['MINUTE TO SECOND', { shape: /^(\d+):(\d+(?:\.\d{1,3})?)$/, example: '30:00' }],
]);

/** As many milliseconds as years 1 to 9999 have. */
const MOST_MS = 316_000_000_000_000;

/** Whether `INTERVAL 'text' unit` begins here; INTERVAL alone may name a column. */
export function isIntervalLiteral(reader: TokenReader): boolean {
  return reader.is('INTERVAL') && reader.next.kind === 'text';
}

/** `INTERVAL 'amount' unit [TO unit]` from its first token; its last token is left to be stepped over. */
export function parseIntervalLiteral(reader: TokenReader): ParsedLiteral {
  reader.advance();
  const { text } = reader.token;
  const first = unitOf(reader.next.text);
  if (reader.next.kind !== 'word' || first === null) {
    return {
      fault: `A unit is missing behind '${clipped(text)}'. Write INTERVAL '1' DAY; the units are ${SINGLE_UNITS.join(', ')}.`,
    };
  }
  reader.advance();
  if (!isToken(reader.next, 'TO')) return single(text, first);
  reader.advance();
  const span = `${first} TO ${reader.next.text.toUpperCase()}`;
  if (!SPANS.has(span))
    return { fault: `There is no INTERVAL ${clipped(span)}. Write one of ${[...SPANS.keys()].join(', ')}.` };
  reader.advance();
  return spanning(text, span);
}

function unitOf(word: string): SingleUnit | null {
  return SINGLE_UNITS.find((unit) => unit === word.toUpperCase()) ?? null;
}

function single(text: string, unit: SingleUnit): ParsedLiteral {
  const shape = unit === 'SECOND' ? /^\s*(-?)(\d{1,16}(?:\.\d{1,3})?)\s*$/ : /^\s*(-?)(\d{1,16})\s*$/;
  const [, sign, amount] = shape.exec(text) ?? [];
  if (amount === undefined) return { fault: `'${clipped(text)}' is no number of units. Write INTERVAL '1' ${unit}.` };
  return made(sign === '-', [amount], [unit]);
}

function spanning(text: string, span: string): ParsedLiteral {
  const { shape, example } = SPANS.get(span) as NonNullable<ReturnType<typeof SPANS.get>>;
  const trimmed = text.trim();
  const [, ...amounts] = shape.exec(trimmed.replace(/^-/, '')) ?? [];
  if (amounts.length === 0) return { fault: `'${clipped(text)}' is not ${span}. Write INTERVAL '${example}' ${span}.` };
  const [from] = span.split(' TO ') as [SingleUnit];
  const units: readonly SingleUnit[] = from === 'YEAR' ? MONTH_UNITS : TIME_UNITS;
  const first = units.indexOf(from);
  return made(trimmed.startsWith('-'), amounts, units.slice(first, first + amounts.length));
}

function made(isNegative: boolean, amounts: readonly string[], units: readonly SingleUnit[]): ParsedLiteral {
  const isMonths = Object.hasOwn(UNIT_MONTHS, units[0] as string);
  const sizes: Readonly<Record<string, number>> = isMonths ? UNIT_MONTHS : UNIT_MS;
  let total = 0;
  for (const [i, amount] of amounts.entries())
    total += Math.round(Number(amount) * (sizes[units[i] as string] as number));
  if (total > MOST_MS) return { fault: 'The interval is longer than all years from 1 to 9999. Write a shorter one.' };
  return { type: isMonths ? MONTHS : MILLISECONDS, value: isNegative && total !== 0 ? -total : total };
}
