import { BIGINT, type Column, type Row, STRING, TIMESTAMP_LTZ, type Value } from '@millrace/model';
import type { Decoder } from '../contract/decoder.ts';
import type { Encoder } from '../contract/encoder.ts';
import type { EventTime, ExecutablePlan, OperatorPlan, SinkPlan, SourcePlan } from '../contract/executable-plan.ts';

/** Rows of tests: [time, key, n], as a JSON array in the record's value. */
export const COLUMNS: readonly Column[] = [
  { name: 'time', type: TIMESTAMP_LTZ, nullable: true },
  { name: 'key', type: STRING, nullable: true },
  { name: 'n', type: BIGINT, nullable: true },
];

export const EVENT_TIME: EventTime = {
  from: 0,
  maxOutOfOrderMs: 0,
  idleTimeoutMs: 30,
  maxFutureSkewMs: Number.POSITIVE_INFINITY,
  futurePolicy: 'quarantine',
  closeWhenQuiet: false,
};

function makeJsonDecoder(): Decoder {
  let reason = '';
  return {
    get reason() {
      return reason;
    },
    decode(buffer, start, end) {
      try {
        const row: unknown = JSON.parse(new TextDecoder().decode(buffer.subarray(start, end)));
        if (Array.isArray(row)) return row as Value[];
        reason = 'The value is no array.';
      } catch (error) {
        reason = `The value is not JSON: ${String(error)}.`;
      }
      return null;
    },
  };
}

/** JSON with bigints as digits and bytes as text. */
export function rowText(row: Row): string {
  const plain = (value: Value) => (value instanceof Uint8Array ? new TextDecoder().decode(value) : value);
  return JSON.stringify(row.map(plain), (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
}

const encoder: Encoder = {
  encode(row, timestampMs, out) {
    const bytes = new TextEncoder().encode(rowText(row));
    out.nullKey();
    out.ensure(bytes.length);
    out.startValue();
    out.bytes.set(bytes, out.length);
    out.length += bytes.length;
    out.endValue();
    out.finish(timestampMs);
  },
};

export type SourceSettings = Partial<Omit<SourcePlan, 'out' | 'errors' | 'eventTime'>> & {
  readonly id?: string;
  readonly eventTime?: Partial<EventTime> | null;
  readonly to?: readonly string[];
  readonly errorsTo?: readonly string[];
};

export function testSource({ eventTime = {}, to = [], errorsTo = [], ...settings }: SourceSettings): SourcePlan {
  return {
    id: 'source',
    topic: settings.id ?? 'topic',
    columns: COLUMNS,
    decoder: makeJsonDecoder(),
    ...settings,
    eventTime: eventTime === null ? null : { ...EVENT_TIME, ...eventTime },
    out: to.map(target),
    errors: errorsTo.map(target),
  };
}

export type OperatorSettings = Partial<Omit<OperatorPlan, 'outputs' | 'errors'>> & {
  readonly id: string;
  readonly make: OperatorPlan['make'];
  /** By output port; `out` by default. */
  readonly to?: Readonly<Record<string, readonly string[]>>;
  readonly errorsTo?: readonly string[];
};

export function testOperator({ to = { out: [] }, errorsTo = [], ...settings }: OperatorSettings): OperatorPlan {
  return {
    inputs: 1,
    onError: 'port',
    watermarkHoldMs: 0,
    ...settings,
    outputs: Object.entries(to).map(([port, targets]) => ({
      port,
      targets: targets.map(target),
      writer: { toBytes: (row) => new TextEncoder().encode(`${port} ${rowText(row)}`) },
    })),
    errors: errorsTo.map(target),
  };
}

/** `time`: position of the event-time column, −1 for none. */
export function testSink(id: string, time = -1): SinkPlan {
  return { id, topic: id, encoder, time, timePrecision: 3 };
}

/** One source, operators one after the other on `out`, a sink `out` at the end, sinks for further ports named as the ports. */
export function chain(source: SourceSettings, operators: readonly OperatorSettings[]): ExecutablePlan {
  const next = (i: number) => operators[i]?.id ?? 'out';
  const plans = operators.map((operator, i) => {
    const further = Object.fromEntries(Object.keys(operator.to ?? {}).map((port) => [port, [port]]));
    return testOperator({ ...operator, to: { ...further, out: [next(i + 1)] } });
  });
  const ports = plans.flatMap(({ outputs }) => outputs.map(({ port }) => port)).filter((port) => port !== 'out');
  return {
    sources: [testSource({ ...source, to: [next(0)] })],
    operators: plans,
    sinks: ['out', ...new Set(ports)].map((id) => testSink(id)),
  };
}

function target(node: string) {
  return { node, port: 0 };
}
