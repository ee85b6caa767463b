import type {
  JsonExistsClause,
  JsonQueryClause,
  JsonQueryFallback,
  JsonValueFallback,
  OnNullClause,
} from '../call-clause.ts';
import type { CastTarget, Expression } from '../expression.ts';
import type { CallParts } from './parse-call.ts';
import { readTarget } from './parse-cast.ts';
import { type PartParser, takeKeyword } from './part-parser.ts';

const ENDS = [
  'RETURNING',
  'NULL',
  'ERROR',
  'DEFAULT',
  'EMPTY',
  'WITH',
  'WITHOUT',
  'TRUE',
  'FALSE',
  'UNKNOWN',
  'ABSENT',
  ')',
  ',',
];

/** `json, path [RETURNING type] [NULL | ERROR | DEFAULT value ON EMPTY] [… ON ERROR]` */
export function parseJsonValue(parser: PartParser): CallParts {
  const { reader } = parser;
  const subject = parseSubject(parser);
  const returning: CastTarget | null = reader.take('RETURNING') ? readTarget(reader, ENDS) : null;
  const defaults: Expression[] = [];
  const fallbacks: { EMPTY: JsonValueFallback; ERROR: JsonValueFallback } = { EMPTY: 'NULL', ERROR: 'NULL' };
  while (reader.isOneOf(['NULL', 'ERROR', 'DEFAULT'])) {
    const fallback = reader.advance().text.toUpperCase() as JsonValueFallback;
    if (fallback === 'DEFAULT') defaults.push(parser.until(() => reader.is('ON') || reader.is(')')));
    const when = parseOn(parser);
    if (when === null) break;
    fallbacks[when] = fallback;
  }
  const { EMPTY: onEmpty, ERROR: onError } = fallbacks;
  return { arguments: [...subject, ...defaults], clause: { kind: 'json-value', returning, onEmpty, onError } };
}

/** `json, path [wrapper WRAPPER] [NULL | EMPTY ARRAY | EMPTY OBJECT | ERROR ON EMPTY] [… ON ERROR]` */
export function parseJsonQuery(parser: PartParser): CallParts {
  const { reader } = parser;
  const subject = parseSubject(parser);
  const wrapper = parseWrapper(parser);
  const fallbacks: { EMPTY: JsonQueryFallback; ERROR: JsonQueryFallback } = { EMPTY: 'NULL', ERROR: 'NULL' };
  while (reader.isOneOf(['NULL', 'ERROR', 'EMPTY'])) {
    const word = reader.advance().text.toUpperCase();
    const what =
      word === 'EMPTY' && reader.isOneOf(['ARRAY', 'OBJECT']) ? ` ${reader.advance().text.toUpperCase()}` : '';
    const when = parseOn(parser);
    if (when === null) break;
    fallbacks[when] = `${word}${what}` as JsonQueryFallback;
  }
  const { EMPTY: onEmpty, ERROR: onError } = fallbacks;
  return { arguments: subject, clause: { kind: 'json-query', wrapper, onEmpty, onError } };
}

/** `json, path [TRUE | FALSE | UNKNOWN | ERROR ON ERROR]` */
export function parseJsonExists(parser: PartParser): CallParts {
  const { reader } = parser;
  const subject = parseSubject(parser);
  let onError: JsonExistsClause['onError'] = 'FALSE';
  if (reader.isOneOf(['TRUE', 'FALSE', 'UNKNOWN', 'ERROR'])) {
    onError = reader.advance().text.toUpperCase() as JsonExistsClause['onError'];
    parseOn(parser);
  }
  return { arguments: subject, clause: { kind: 'json-exists', onError } };
}

/** `[KEY] key VALUE value, … [NULL | ABSENT ON NULL]` */
export function parseJsonObject(parser: PartParser): CallParts {
  const { reader } = parser;
  const parts: Expression[] = [];
  while (!reader.is(')') && !isOnNull(parser) && reader.token.kind !== 'end') {
    if (reader.is('KEY') && reader.next.kind !== 'symbol') reader.advance();
    parts.push(parser.until(() => reader.isOneOf(['VALUE', ')', ','])));
    if (!takeKeyword(reader, 'VALUE', "JSON_OBJECT('name' VALUE value)") && !reader.take(',')) break;
    parts.push(parser.until(() => reader.is(')') || reader.is(',') || isOnNull(parser)));
    if (!reader.take(',')) break;
  }
  return { arguments: parts, clause: parseOnNull(parser, 'NULL') };
}

/** `value, … [NULL | ABSENT ON NULL]` */
export function parseJsonList(parser: PartParser): CallParts {
  const { reader } = parser;
  const parts: Expression[] = [];
  while (!reader.is(')') && !isOnNull(parser) && reader.token.kind !== 'end') {
    parts.push(parser.until(() => reader.is(')') || reader.is(',') || isOnNull(parser)));
    if (!reader.take(',')) break;
  }
  return { arguments: parts, clause: parseOnNull(parser, 'ABSENT') };
}

function parseSubject(parser: PartParser): readonly Expression[] {
  const { reader } = parser;
  const json = parser.until(() => reader.is(')') || reader.is(','));
  if (!reader.take(',')) return [json];
  return [json, parser.until(() => reader.isOneOf(ENDS))];
}

/** EMPTY or ERROR of `ON EMPTY`, `ON ERROR`; null where neither stands here, reported. */
function parseOn({ reader }: PartParser): 'EMPTY' | 'ERROR' | null {
  if (reader.take('ON')) {
    if (reader.take('EMPTY')) return 'EMPTY';
    if (reader.take('ERROR')) return 'ERROR';
  }
  reader.report('ON EMPTY or ON ERROR is missing.', reader.token.range);
  return null;
}

function parseWrapper({ reader }: PartParser): JsonQueryClause['wrapper'] {
  if (!reader.isOneOf(['WITH', 'WITHOUT'])) return 'WITHOUT';
  const isWith = reader.advance().text.toUpperCase() === 'WITH';
  const isConditional = isWith && reader.take('CONDITIONAL');
  if (isWith && !isConditional) reader.take('UNCONDITIONAL');
  reader.take('ARRAY');
  if (!reader.take('WRAPPER')) reader.report('WRAPPER is missing. Write WITH ARRAY WRAPPER.', reader.token.range);
  if (!isWith) return 'WITHOUT';
  return isConditional ? 'CONDITIONAL' : 'UNCONDITIONAL';
}

function isOnNull({ reader }: PartParser): boolean {
  return reader.isOneOf(['NULL', 'ABSENT']) && reader.next.kind === 'word' && reader.next.text.toUpperCase() === 'ON';
}

function parseOnNull(parser: PartParser, usual: OnNullClause['onNull']): OnNullClause {
  const { reader } = parser;
  if (!isOnNull(parser)) return { kind: 'on-null', onNull: usual };
  const onNull = reader.advance().text.toUpperCase() as OnNullClause['onNull'];
  reader.advance();
  if (!reader.take('NULL')) reader.report('NULL is missing. Write NULL ON NULL or ABSENT ON NULL.', reader.token.range);
  return { kind: 'on-null', onNull };
}
