import { assert, type ColumnType, formatDuration, formatType, isTimeType, TIMESTAMP_LTZ } from '@millrace/model';
import { type EpochUnit, UNIT_DIGITS } from '../timestamp-reader.ts';
import type { EventTimeCandidate, InferredColumn, SchemaInference, TimeUnit } from './schema-inference.ts';

/** What a person has confirmed (T3): a candidate and the unit of one of its readings. */
export type EventTimeChoice = { readonly column: string | null; readonly unit: TimeUnit };

/** A column of a source as a document writes it. */
export type SourceColumnConfig = {
  readonly name: string;
  readonly type: string;
  readonly path?: string;
  readonly unit?: EpochUnit;
  readonly required?: true;
};

/** The parts of a source's configuration that samples can propose. */
export type SourceConfig = {
  readonly columns: readonly SourceColumnConfig[];
  readonly eventTime?: ({ readonly column: string } | { readonly record: true }) & { readonly maxOutOfOrder: string };
};

/**
 * A source's columns as inferred, all of them, and its event time where one was chosen: a number that was chosen becomes a TIMESTAMP_LTZ
 * of its unit. A choice that is no reading of a candidate is a broken invariant.
 */
export function sourceConfigOf(inference: SchemaInference, choice: EventTimeChoice | null = null): SourceConfig {
  const columns = inference.columns.map((column) =>
    columnConfig(column, choice !== null && choice.column === column.name ? choice.unit : null),
  );
  if (choice === null) return { columns };
  const from = choice.column === null ? ({ record: true } as const) : { column: choice.column };
  return { columns, eventTime: { ...from, maxOutOfOrder: formatDuration(boundOf(inference.eventTimes, choice)) } };
}

/** The choice that needs no person: the first column of which one unit alone is possible; null where there is none. */
export function proposedEventTime({ eventTimes }: SchemaInference): EventTimeChoice | null {
  const sure = eventTimes.find(({ column, proposed }) => column !== null && proposed !== null);
  return sure?.proposed == null ? null : { column: sure.column, unit: sure.proposed };
}

function columnConfig({ name, path, type, nullable }: InferredColumn, chosen: TimeUnit | null): SourceColumnConfig {
  const unit = chosen === null || chosen === 'text' || chosen === 'record' ? null : chosen;
  return {
    name,
    type: formatType(unit === null ? type : timestampOf(unit, type)),
    ...(path === null ? {} : { path }),
    ...(unit === null || unit === 'ms' ? {} : { unit }),
    ...(nullable ? {} : { required: true }),
  };
}

/** Keeps the digits of the unit, and those behind a point. */
function timestampOf(unit: EpochUnit, type: ColumnType): ColumnType {
  if (isTimeType(type)) return type;
  const fraction = type.kind === 'DECIMAL' ? type.scale : type.kind === 'DOUBLE' ? 9 : 0;
  const digits = Math.min(9, UNIT_DIGITS[unit] + Math.ceil(fraction / 3) * 3);
  return { ...TIMESTAMP_LTZ, precision: Math.max(TIMESTAMP_LTZ.precision, digits) };
}

function boundOf(candidates: readonly EventTimeCandidate[], { column, unit }: EventTimeChoice): number {
  const candidate = candidates.find((one) => one.column === column);
  const reading = candidate?.readings.find((one) => one.unit === unit);
  assert(reading !== undefined, 'a choice is one of the readings of a candidate');
  return reading.disorder.proposedBoundMs;
}
