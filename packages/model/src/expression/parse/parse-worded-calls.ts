import { nearest } from '../../nearest.ts';
import type { TrimClause, UnitClause } from '../call-clause.ts';
import type { Expression } from '../expression.ts';
import { EXTRACT_UNITS, isExtractUnit, TIME_UNITS } from '../time-unit.ts';
import type { CallParts } from './parse-call.ts';
import { type PartParser, takeKeyword } from './part-parser.ts';
import { ADDITIVE_PRECEDENCE } from './precedence.ts';

/** `unit FROM time` */
export function parseExtract(parser: PartParser): CallParts {
  const { reader } = parser;
  const clause = parseUnit(parser);
  if (clause !== null || reader.is('FROM')) takeKeyword(reader, 'FROM', 'EXTRACT(HOUR FROM time)');
  return { arguments: [lastPart(parser)], clause };
}

/** `number` or `time TO unit` */
export function parseRounding(parser: PartParser): CallParts {
  const { reader } = parser;
  const value = parser.until(() => reader.is('TO') || reader.is(')') || reader.is(','));
  if (reader.take('TO')) return { arguments: [value], clause: parseUnit(parser) };
  return { arguments: [value, ...parseRest(parser)], clause: null };
}

/** `unit, value, value` */
export function parseUnitFirst(parser: PartParser): CallParts {
  const { reader } = parser;
  const clause = parseUnit(parser);
  if (clause === null && !reader.is(',')) parser.until(() => reader.is(')') || reader.is(','));
  return { arguments: parseRest(parser), clause };
}

/** `text`, `characters FROM text`, `LEADING characters FROM text`, `TRAILING FROM text` */
export function parseTrim(parser: PartParser): CallParts {
  const { reader } = parser;
  const side = (['BOTH', 'LEADING', 'TRAILING'] as const).find((word) => reader.is(word) && !isColumnHere(parser));
  const clause: TrimClause = { kind: 'trim', side: side ?? 'BOTH' };
  if (side !== undefined) reader.advance();
  if (reader.take('FROM')) return { arguments: [lastPart(parser)], clause };
  const first = parser.until(() => reader.is('FROM') || reader.is(')'));
  return { arguments: reader.take('FROM') ? [lastPart(parser), first] : [first], clause };
}

/** `text, start[, length]` or `text FROM start [FOR length]` */
export function parseSubstring(parser: PartParser): CallParts {
  const { reader } = parser;
  const text = parser.until(() => reader.is('FROM') || reader.is(',') || reader.is(')'));
  if (!reader.take('FROM')) return { arguments: [text, ...parseRest(parser)], clause: null };
  const start = parser.until(() => reader.is('FOR') || reader.is(')'));
  const parts = reader.take('FOR') ? [text, start, lastPart(parser)] : [text, start];
  return { arguments: parts, clause: null };
}

/** `part IN text` */
export function parsePosition(parser: PartParser): CallParts {
  const { reader } = parser;
  const part = parser.binary(ADDITIVE_PRECEDENCE);
  if (!takeKeyword(reader, 'IN', "POSITION('part' IN text)"))
    return { arguments: [part, ...parseRest(parser)], clause: null };
  return { arguments: [part, lastPart(parser)], clause: null };
}

function parseUnit({ reader }: PartParser): UnitClause | null {
  const { kind, text, range } = reader.token;
  const unit = text.toUpperCase();
  if (kind === 'word' && isExtractUnit(unit)) {
    reader.advance();
    return { kind: 'unit', unit };
  }
  const near = kind === 'word' ? nearest(unit, EXTRACT_UNITS) : null;
  const remedy = near === null ? `Write one of ${TIME_UNITS.join(', ')}.` : `Did you mean ${near}?`;
  reader.report(`A unit of time is missing. ${remedy}`, range);
  if (near !== null) reader.advance();
  return null;
}

function lastPart(parser: PartParser): Expression {
  return parser.until(() => parser.reader.is(')'));
}

/** Further arguments, each behind a comma. */
function parseRest(parser: PartParser): readonly Expression[] {
  const { reader } = parser;
  const parts: Expression[] = [];
  while (reader.take(',')) parts.push(parser.until(() => reader.is(')') || reader.is(',')));
  return parts;
}

/** BOTH, LEADING and TRAILING name a column where nothing follows that they could stand before. */
function isColumnHere({ reader }: PartParser): boolean {
  const { kind, text } = reader.next;
  return kind === 'symbol' && text !== '(' && text !== '-';
}
