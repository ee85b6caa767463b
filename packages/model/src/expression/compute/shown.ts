import type { Value } from '../../values/value.ts';

const MOST_CHARACTERS = 60;

/** A value in the message of a row's error: texts in quotes, cut where they are long. */
export function shown(value: NonNullable<Value>): string {
  if (typeof value !== 'string') return String(value).slice(0, MOST_CHARACTERS);
  return `'${value.length > MOST_CHARACTERS ? `${value.slice(0, MOST_CHARACTERS)}…` : value}'`;
}
