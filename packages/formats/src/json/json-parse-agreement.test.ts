import { JSON_TEXT } from '@millrace/model';
import { expect, test } from 'vitest';
import { makeJsonDecoder } from './json-decoder.ts';
import { anyMutation, randomOf, SEED_TEXTS } from './testing/mutate-json.ts';
import { isUtf8 } from './utf8.ts';

const TEXTS = 1_000;
const NAMES = ['a', 'b', 'name', 'price', 'list'] as const;
const DEEPEST = 128;

/** Where we refuse what JSON.parse accepts, and why. Each has to occur, and nothing else may. */
const STRICTNESS: readonly { readonly reason: string; readonly holds: (bytes: Buffer, value: unknown) => boolean }[] = [
  {
    reason: 'a record is an object: columns are its members (E8: null, [] and NaN are in the error output)',
    holds: (_, value) => typeof value !== 'object' || value === null || Array.isArray(value),
  },
  {
    reason: 'nesting has a bound of 128, so that a record cannot exhaust the stack (X6)',
    holds: (bytes) => depthOf(bytes.toString('utf8')) > DEEPEST,
  },
  {
    reason: 'bytes are UTF-8: JSON.parse is given U+FFFD in place of what is not (E8: 0xff is in the error output)',
    holds: (bytes) => !isUtf8(bytes, 0, bytes.length),
  },
];

test(`of ${TEXTS} mutated texts exactly those are read that JSON.parse accepts, but for what is stricter on purpose [E8] [X6]`, () => {
  const decoder = makeJsonDecoder(NAMES.map((name) => ({ name, type: JSON_TEXT, required: false })));
  const random = randomOf(20_261_207);
  const seen = { read: 0, refused: 0 };
  const stricter = new Map(STRICTNESS.map(({ reason }) => [reason, 0]));
  for (let n = 0; n < TEXTS; n++) {
    const bytes = anyMutation(SEED_TEXTS[n % SEED_TEXTS.length] as string, random);
    const row = decoder.decode(bytes, 0, bytes.length);
    const theirs = parsed(bytes);
    const why = theirs === REFUSED ? undefined : STRICTNESS.find(({ holds }) => holds(bytes, theirs))?.reason;
    if (why !== undefined) stricter.set(why, (stricter.get(why) ?? 0) + 1);
    const isExpected = theirs !== REFUSED && why === undefined;
    expect(row !== null, `${n}: ${bytes.toString('utf8').slice(0, 400)}: ${decoder.reason}`).toBe(isExpected);
    if (row === null) seen.refused += 1;
    else seen.read += 1;
    if (row !== null) expect(row.map(meaningOf)).toEqual(NAMES.map((name) => (theirs as Named)[name] ?? undefined));
  }
  expect(seen.read).toBeGreaterThan(TEXTS / 10);
  expect(seen.refused).toBeGreaterThan(TEXTS / 10);
  for (const [reason, count] of stricter) expect(count, reason).toBeGreaterThan(0);
});

type Named = Readonly<Record<string, unknown>>;

const REFUSED = Symbol('refused by JSON.parse');

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return REFUSED;
  }
}

/** A column of type JSON as JSON.parse reads it; undefined for null and absence, which are both NULL. */
function meaningOf(cell: unknown): unknown {
  return cell === null ? undefined : JSON.parse(cell as string);
}

/** Objects and arrays inside of one another, of a text that is JSON. */
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (const token of text.replace(/"(?:[^"\\]|\\.)*"/g, '').match(/[[\]{}]/g) ?? []) {
    depth += token === '[' || token === '{' ? 1 : -1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}
