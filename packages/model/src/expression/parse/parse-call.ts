import type { TextRange } from '../../issue.ts';
import type { CallClause } from '../call-clause.ts';
import type { Expression } from '../expression.ts';
import { parseCast } from './parse-cast.ts';
import { parseJsonExists, parseJsonList, parseJsonObject, parseJsonQuery, parseJsonValue } from './parse-json-calls.ts';
import {
  parseExtract,
  parsePosition,
  parseRounding,
  parseSubstring,
  parseTrim,
  parseUnitFirst,
} from './parse-worded-calls.ts';
import type { PartParser } from './part-parser.ts';

/** What stands between the parentheses of a call; null where it could not be read and that was reported. */
export type CallParts = { readonly arguments: readonly Expression[]; readonly clause: CallClause | null };
export type CallReader = (parser: PartParser) => CallParts;

/** Functions with a syntax of their own. */
const READERS: ReadonlyMap<string, CallReader> = new Map<string, CallReader>([
  ['EXTRACT', parseExtract],
  ['FLOOR', parseRounding],
  ['CEIL', parseRounding],
  ['CEILING', parseRounding],
  ['TIMESTAMPADD', parseUnitFirst],
  ['TIMESTAMPDIFF', parseUnitFirst],
  ['TRIM', parseTrim],
  ['SUBSTRING', parseSubstring],
  ['POSITION', parsePosition],
  ['JSON_VALUE', parseJsonValue],
  ['JSON_QUERY', parseJsonQuery],
  ['JSON_EXISTS', parseJsonExists],
  ['JSON_OBJECT', parseJsonObject],
  ['JSON_ARRAY', parseJsonList],
]);

/** A function's name with its arguments, `CAST(… AS …)`, or `ARRAY[…]`; the name is the token here. */
export function parseCall(parser: PartParser): Expression {
  const { reader } = parser;
  const { text, range: nameRange } = reader.advance();
  const name = text.toUpperCase();
  if (reader.is('[')) return parseArray(parser, nameRange);
  const open = reader.advance().range;
  if (name === 'CAST' || name === 'TRY_CAST') return parseCast(parser, name === 'TRY_CAST', nameRange, open);
  const parts = (READERS.get(name) ?? parseArguments)(parser);
  const to = parser.close(open, ')');
  return parser.made({ kind: 'call', name, nameRange, ...parts, range: { from: nameRange.from, to } });
}

function parseArray(parser: PartParser, nameRange: TextRange): Expression {
  const open = parser.reader.advance().range;
  const elements = parseList(parser, ']');
  const to = parser.close(open, ']');
  return parser.made({ kind: 'array', elements, range: { from: nameRange.from, to } });
}

function parseArguments(parser: PartParser): CallParts {
  return { arguments: parseList(parser, ')'), clause: null };
}

function parseList(parser: PartParser, end: ')' | ']'): readonly Expression[] {
  const { reader } = parser;
  const parts: Expression[] = [];
  if (reader.is(end)) return parts;
  do parts.push(parser.until(() => reader.is(end) || reader.is(',')));
  while (reader.take(','));
  return parts;
}
