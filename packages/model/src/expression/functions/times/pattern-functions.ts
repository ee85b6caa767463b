import { BIGINT, DATE, STRING, TIMESTAMP } from '../../../values/column-type.ts';
import { addInts, multiplyInts } from '../../../values/integer.ts';
import { floorDivide, toPrecision } from '../../../values/time-units.ts';
import { parseTimeZone, toUtcSeconds } from '../../../values/time-zone.ts';
import type { Int } from '../../../values/value.ts';
import { parseLenientDate, parseLenientTimestamp } from '../../compute/cast/lenient-time.ts';
import { shown } from '../../compute/shown.ts';
import { cached } from '../../compute/text/pattern-cache.ts';
import { checkedTime, splitTime } from '../../compute/time/civil-time.ts';
import { type PatternPart, parseDatePattern } from '../../compute/time/date-pattern.ts';
import { formatPattern } from '../../compute/time/format-pattern.ts';
import { readPattern, readPatternStart } from '../../compute/time/read-pattern.ts';
import { EvaluationError } from '../../evaluation-error.ts';
import type { FunctionDefinition } from '../function-definition.ts';
import { bigInteger, checkedText, optional, type Parameter, text, timestamp } from '../parameter.ts';
import { plainFunction } from '../plain-function.ts';

const USUAL = 'yyyy-MM-dd HH:mm:ss';
const NANOS_PER_SECOND = 1_000_000_000;

const partsOf = cached((pattern): readonly PatternPart[] => {
  const parts = parseDatePattern(pattern);
  if (typeof parts === 'string') throw new EvaluationError(parts);
  return parts;
});

const zoneOf = cached((name) => {
  const zone = parseTimeZone(name);
  if (zone === null) throw new EvaluationError(unknownZone(name));
  return zone;
});

/** Times as texts, in patterns of java.time. */
export const timePatternFunctions: readonly FunctionDefinition[] = [
  plainFunction({
    name: 'DATE_FORMAT',
    group: 'Times',
    summary: 'A time as a pattern writes it, in UTC where it is a TIMESTAMP_LTZ.',
    examples: [["DATE_FORMAT(TIMESTAMP '2026-01-31 10:11:12', 'dd.MM.yyyy HH:mm')", '31.01.2026 10:11']],
    parameters: [timestamp('time'), pattern()],
    type: STRING,
    compute: (time, format) => formatPattern(partsOf(format), time),
  }),
  plainFunction({
    name: 'TO_TIMESTAMP',
    group: 'Times',
    summary: `The time that a text says in a pattern (${USUAL} with a fraction where none is given); NULL where it says none.`,
    examples: [
      ["TO_TIMESTAMP('31.01.2026', 'dd.MM.yyyy')", '2026-01-31 00:00:00.000'],
      ["TO_TIMESTAMP('tomorrow')", 'NULL'],
    ],
    parameters: [text('text'), optional(pattern())],
    type: TIMESTAMP,
    givesNull: true,
    compute: (value, format) => {
      if (format === undefined) return parseLenientTimestamp(value, 3);
      const nanos = readPattern(partsOf(format), value);
      return nanos === null ? null : toPrecision(nanos, 9, 3);
    },
  }),
  plainFunction({
    name: 'TO_DATE',
    group: 'Times',
    summary: 'The date that a text says in a pattern (yyyy-MM-dd where none is given); NULL where it says none.',
    examples: [["TO_DATE('2026-01-31')", '2026-01-31']],
    parameters: [text('text'), optional(pattern())],
    type: DATE,
    givesNull: true,
    compute: (value, format) => {
      if (format === undefined) return parseLenientDate(value);
      const nanos = readPattern(partsOf(format), value);
      return nanos === null ? null : splitTime(nanos, 9).day;
    },
  }),
  plainFunction({
    name: 'UNIX_TIMESTAMP',
    group: 'Times',
    summary: `Seconds since 1970 of a text in UTC that starts with a pattern (${USUAL} where none is given).`,
    examples: [["UNIX_TIMESTAMP('1970-01-02 00:00:00')", '86400']],
    parameters: [text('text'), optional(pattern())],
    type: BIGINT,
    compute: (value, format = USUAL) => {
      const nanos = readPatternStart(partsOf(format), value);
      if (nanos === null) throw new EvaluationError(`${shown(value)} is no time in the pattern ${shown(format)}.`);
      return floorDivide(nanos, NANOS_PER_SECOND);
    },
  }),
  plainFunction({
    name: 'FROM_UNIXTIME',
    group: 'Times',
    summary: `Seconds since 1970 as a text in UTC, in a pattern (${USUAL} where none is given).`,
    examples: [['FROM_UNIXTIME(86400)', '1970-01-02 00:00:00']],
    parameters: [bigInteger('seconds'), optional(pattern())],
    type: STRING,
    compute: (seconds, format = USUAL) => formatPattern(partsOf(format), nanosOf(seconds)),
  }),
  plainFunction({
    name: 'CONVERT_TZ',
    group: 'Times',
    summary: `A wall clock (${USUAL}) of one time zone as that of another; NULL where the text is no time.`,
    examples: [["CONVERT_TZ('2026-01-01 00:00:00', 'UTC', 'America/New_York')", '2025-12-31 19:00:00']],
    parameters: [text('text'), zone('from'), zone('to')],
    type: STRING,
    givesNull: true,
    compute: (value, from, to) => {
      const seconds = parseLenientTimestamp(value, 0);
      if (seconds === null) return null;
      const utc = toUtcSeconds(Number(seconds), zoneOf(from));
      return formatPattern(partsOf(USUAL), nanosOf(addInts(utc, zoneOf(to).offsetAt(utc))));
    },
  }),
];

function pattern(): Parameter<string> {
  return checkedText('pattern', (written) => {
    const parts = parseDatePattern(written);
    return typeof parts === 'string' ? parts : null;
  });
}

function zone(name: string): Parameter<string> {
  return checkedText(name, (written) => (parseTimeZone(written) === null ? unknownZone(written) : null));
}

function unknownZone(name: string): string {
  return `There is no time zone ${shown(name)}. Write UTC, an offset such as +02:00, or a name such as Europe/Berlin.`;
}

function nanosOf(seconds: Int): Int {
  return multiplyInts(checkedTime(seconds, 0), NANOS_PER_SECOND);
}
