import { arrayFunctions } from './arrays/array-functions.ts';
import { choices } from './conditions/choices.ts';
import type { FunctionDefinition } from './function-definition.ts';
import { jsonMakers } from './json/json-makers.ts';
import { jsonQueries } from './json/json-query.ts';
import { jsonValue } from './json/json-value.ts';
import { doubleFunctions } from './numbers/double-functions.ts';
import { extremes } from './numbers/extremes.ts';
import { floorAndCeil } from './numbers/floor-ceil.ts';
import { roundFunctions } from './numbers/round-functions.ts';
import { signFunctions } from './numbers/sign-functions.ts';
import { byteFunctions } from './texts/byte-functions.ts';
import { caseFunctions } from './texts/case-functions.ts';
import { joinFunctions } from './texts/join-functions.ts';
import { partFunctions } from './texts/part-functions.ts';
import { patternFunctions } from './texts/pattern-functions.ts';
import { splitFunctions } from './texts/split-functions.ts';
import { trimFunctions } from './texts/trim-functions.ts';
import { extractFunctions } from './times/extract.ts';
import { timePatternFunctions } from './times/pattern-functions.ts';
import { shiftFunctions } from './times/shift-functions.ts';
import { toTimestampLtz } from './times/to-timestamp-ltz.ts';

/** Each function once, in the order of documentation. A new one is an entry in the file of its kind. */
export const functionDefinitions: readonly FunctionDefinition[] = [
  ...signFunctions,
  ...floorAndCeil,
  ...roundFunctions,
  ...extremes,
  ...doubleFunctions,
  ...choices,
  ...caseFunctions,
  ...partFunctions,
  ...trimFunctions,
  ...joinFunctions,
  ...splitFunctions,
  ...patternFunctions,
  ...extractFunctions,
  ...shiftFunctions,
  ...timePatternFunctions,
  toTimestampLtz,
  jsonValue,
  ...jsonQueries,
  ...jsonMakers,
  ...arrayFunctions,
  ...byteFunctions,
];

/** All functions by their names and other names. */
export const scalarFunctions: ReadonlyMap<string, FunctionDefinition> = new Map(
  functionDefinitions.flatMap((definition) =>
    [definition.name, ...(definition.aliases ?? [])].map((name) => [name, definition] as const),
  ),
);
