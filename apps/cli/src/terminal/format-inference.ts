import type {
  Contradiction,
  EventTimeCandidate,
  InferredColumn,
  KeyCandidate,
  SchemaInference,
  TimeReading,
  ValueKind,
} from '@millrace/formats';
import { durationInWords, formatType } from '@millrace/model';

const KIND_WORDS: Readonly<Record<ValueKind, string>> = {
  boolean: 'true or false',
  int: 'a whole number of 32 bits',
  bigint: 'a whole number of 64 bits',
  decimal: 'a decimal number',
  double: 'a number of more than 38 digits',
  beyond: 'a number beyond the range of a double',
  'int-text': 'a whole number of 32 bits in a string',
  'bigint-text': 'a whole number of 64 bits in a string',
  'decimal-text': 'a decimal number in a string',
  'double-text': 'a number of more than 38 digits in a string',
  'special-text': 'NaN or an infinity',
  date: 'a date',
  time: 'a time of day',
  timestamp: 'a timestamp without a zone',
  'timestamp-ltz': 'a timestamp with a zone',
  text: 'text',
  object: 'an object',
  array: 'an array',
};

const UNDESCRIBED_WORDS: Readonly<Record<NonNullable<InferredColumn['undescribed']>, string>> = {
  members: 'its objects have too many members, or one whose name is no column name',
  depth: 'it is nested too deep',
  places: 'the records have more fields than an inference describes',
};

/** What a terminal would obey rather than show. */
const CONTROL = /\p{Cc}/gu;

/** What samples showed, for a terminal; offsets are lines of the file. */
export function formatInference(file: string, inference: SchemaInference): string {
  const lines = [
    ...samplesLines(file, inference),
    ...section('Columns', inference.columns.flatMap(columnLines)),
    ...section('Event time', inference.eventTimes.flatMap(candidateLines)),
    ...section('Keys', inference.keys.map(keyLine)),
  ];
  return lines.map((line) => line.replace(CONTROL, '\ufffd')).join('\n');
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ['', title, ...lines.map((line) => `  ${line}`)];
}

function samplesLines(file: string, { samples, refusals }: SchemaInference): readonly string[] {
  const { read, inferred, leftOut } = samples;
  const lines = [`${file}: ${inferred} of ${read} lines are JSON records.`];
  for (const { reason, count, first } of refusals)
    lines.push(`${count} not: ${reason}, first in line ${first.offset}: ${JSON.stringify(first.text)}.`);
  if (leftOut.samples > 0)
    lines.push(`${leftOut.samples} more lines were left out: an inference reads so many at most.`);
  if (leftOut.members > 0) lines.push(`${leftOut.members} members were left out: names too long, or too many columns.`);
  return lines;
}

function columnLines(column: InferredColumn): readonly string[] {
  const { name, path, type, nullable, nulls, absent, values, contradictions, undescribed } = column;
  const place = path === null ? '' : ` at ${path}`;
  const nullability = nullable ? `nullable: ${nulls} null, ${absent} absent` : 'in every record';
  const lines = [`${name}${place}  ${formatType(type)}  ${nullability}`];
  for (const one of contradictions) lines.push(contradictionLine(one, values));
  if (undescribed !== null) lines.push(`  JSON, because ${UNDESCRIBED_WORDS[undescribed]}`);
  else if (type.kind === 'JSON') lines.push(...mixtureLines(column));
  return lines;
}

function contradictionLine({ kind, path, count, first }: Contradiction, values: number): string {
  const of = path === '' ? `of ${values}` : `at ${path}`;
  return `  ${count} ${of} contradict: ${KIND_WORDS[kind]}, first in line ${first.offset}: ${first.text}`;
}

/** Why no type fits: what the values are. */
function mixtureLines({ kinds }: InferredColumn): readonly string[] {
  return kinds.map(
    ({ kind, count, first }) => `  ${count}: ${KIND_WORDS[kind]}, first in line ${first.offset}: ${first.text}`,
  );
}

function candidateLines({ column, readings, proposed, missing, nearZero }: EventTimeCandidate): readonly string[] {
  const verdict = proposed === null ? 'choose the unit' : `proposed as ${proposed}`;
  const gaps = missing > 0 ? `, ${missing} records without` : '';
  const zeros = nearZero > 0 ? `, ${nearZero} too near to 0 for any unit` : '';
  return [`${column ?? 'the record timestamp'}: ${verdict}${gaps}${zeros}`, ...readings.flatMap(readingLines)];
}

function readingLines({ unit, reason, earliest, latest, disorder }: TimeReading): readonly string[] {
  const { records, outOfOrder, maxLatenessMs, p99LatenessMs, proposedBoundMs } = disorder;
  const late = `${outOfOrder} of ${records} out of order, at most ${durationInWords(maxLatenessMs)} late`;
  return [
    `  ${unit}: ${reason} ${earliest} to ${latest}`,
    `  ${' '.repeat(unit.length)}  ${late} (99 of 100 ${durationInWords(p99LatenessMs)}); maxOutOfOrder ${durationInWords(proposedBoundMs)}`,
  ];
}

function keyLine({ column, distinct, nulls, unique, staysInPartition }: KeyCandidate): string {
  const about = distinct.exact ? '' : 'about ';
  const stays = staysInPartition === true ? ', each in one partition' : '';
  return `${column}: ${about}${distinct.count} values, ${nulls} null${unique ? ', unique' : ''}${stays}`;
}
