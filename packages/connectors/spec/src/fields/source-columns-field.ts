import {
  type ColumnType,
  type EdgeSchema,
  type Issue,
  isName,
  isTimeType,
  parseColumnType,
  TIMESTAMP_LTZ,
} from '@millrace/model';
import { z } from 'zod';
import type { EventTimeSettings, SourceColumn } from '../source-connector.ts';
import type { EventTimeConfig } from './event-time-field.ts';

const JSON_POINTER = /^(\/([^~/]|~[01])*)+$/;

const columnName = z
  .string({ error: 'A column has a name. Write one.' })
  .refine(
    isName,
    'A column name is a letter or _, then up to 63 letters, digits, _ or -, and not constructor or prototype. Choose another.',
  );

const columnType = z
  .string({ error: 'A column has a type. Write one, such as STRING.' })
  .superRefine((text, context) => {
    const parsed = parseColumnType(text);
    for (const { message } of parsed.issues) context.addIssue({ code: 'custom', message });
  });

const EPOCH_UNITS = ['s', 'ms', 'us', 'ns'] as const;

const column = z
  .strictObject({
    name: columnName,
    type: columnType,
    path: z
      .string()
      .regex(JSON_POINTER, 'A path is a JSON Pointer. Write it as /member/inner; ~1 stands for /, ~0 for ~.')
      .optional(),
    unit: z.enum(EPOCH_UNITS, { error: `A number counts since 1970 in one of ${EPOCH_UNITS.join(', ')}.` }).optional(),
    required: z.boolean({ error: 'Write true or false.' }).default(false),
  })
  .refine(({ type, unit }) => unit === undefined || isTimestamp(type), {
    path: ['unit'],
    error: 'A unit says what the numbers of a timestamp count. Choose TIMESTAMP_LTZ(3), or leave it out.',
  });

function isTimestamp(text: string): boolean {
  const parsed = parseColumnType(text);
  return parsed.ok && isTimeType(parsed.value);
}

/** The columns that a source reads from each record. */
export const sourceColumnsField = z
  .array(column, { error: 'List the columns, each with name and type.' })
  .min(1, 'A source has at least one column. Add one with name and type.');

export type SourceColumnConfig = z.infer<typeof column>;

export function sourceColumns(columns: readonly SourceColumnConfig[]): readonly SourceColumn[] {
  return columns.map(({ name, type, required, path, unit }) => ({
    name,
    type: acceptedType(type),
    required,
    ...(path === undefined ? {} : { path }),
    ...(unit === undefined ? {} : { unit }),
  }));
}

/** The column that holds a record's timestamp where that is the event time. */
const RECORD_TIME_COLUMN = '_timestamp';

/** The edge that leaves a source with these columns; `time` is where its event time comes from (T1). */
export function sourceSchema(columns: readonly SourceColumn[], time: EventTimeSettings['from'] | null): EdgeSchema {
  const declared = columns.map(({ name, type, required }) => ({ name, type, nullable: !required }));
  const isRecord = time === 'record';
  const timeColumn = isRecord ? RECORD_TIME_COLUMN : time?.column;
  const all = isRecord ? [...declared, { name: RECORD_TIME_COLUMN, type: TIMESTAMP_LTZ, nullable: false }] : declared;
  return { columns: all, time: all.findIndex(({ name }) => name === timeColumn), changelog: false, upsertKey: null };
}

/** Two columns of one name, each later one. */
export function duplicateColumns(columns: readonly { readonly name: string }[]): readonly Issue[] {
  const names = columns.map((candidate) => candidate.name);
  return names.flatMap((name, i) =>
    names.indexOf(name) < i
      ? [error(`columns[${i}].name`, `There is a column ${name} already. Give this one another name.`)]
      : [],
  );
}

/** An event-time column must exist and be a TIMESTAMP or TIMESTAMP_LTZ (T1). */
export function eventTimeColumnIssues(
  eventTime: EventTimeConfig | undefined,
  columns: readonly SourceColumn[],
): readonly Issue[] {
  if (eventTime?.record === true) return recordTimeClash(columns);
  const name = eventTime?.column;
  if (name === undefined) return [];
  const times = columns.filter((candidate) => isTimeType(candidate.type)).map((candidate) => candidate.name);
  const remedy =
    times.length > 0
      ? `Choose ${times.join(' or ')}.`
      : 'Add a column of type TIMESTAMP_LTZ(3) or TIMESTAMP(3), or use record: true.';
  const found = columns.find((candidate) => candidate.name === name);
  if (found === undefined) return [error('eventTime.column', `There is no column ${name} in this source. ${remedy}`)];
  if (isTimeType(found.type)) return [];
  return [error('eventTime.column', `The column ${name} is no point in time. ${remedy}`)];
}

function recordTimeClash(columns: readonly SourceColumn[]): readonly Issue[] {
  const position = columns.findIndex(({ name }) => name === RECORD_TIME_COLUMN);
  if (position < 0) return [];
  const message = `With record: true the column ${RECORD_TIME_COLUMN} holds the record's timestamp. Give this one another name.`;
  return [error(`columns[${position}].name`, message)];
}

function acceptedType(text: string): ColumnType {
  const parsed = parseColumnType(text);
  if (!parsed.ok) throw new Error(`broken invariant: ${text} was accepted as a type`);
  return parsed.value;
}

function error(field: string, message: string): Issue {
  return { severity: 'error', field, message };
}
