import { chooseType } from './choose-type.ts';
import { columnNames, pointerTo } from './column-names.ts';
import type { ColumnTally } from './column-tally.ts';
import { contradictionsOf, kindCounts, seenValue } from './contradictions-of.ts';
import { eventTimeCandidates } from './event-time-candidates.ts';
import type { JsonInference } from './json-inference.ts';
import { keyCandidates } from './key-candidates.ts';
import type { InferredColumn, Refusal, SampleCounts, SchemaInference } from './schema-inference.ts';
import { compareFirst } from './value-shape.ts';

/** A column with what was seen of it. */
export type DescribedColumn = { readonly column: InferredColumn; readonly tally: ColumnTally };

export function summarize(inference: JsonInference): SchemaInference {
  const described = describeColumns(inference);
  const samples = countSamples(inference);
  return {
    samples,
    refusals: refusalsOf(inference),
    columns: described.map(({ column }) => column),
    eventTimes: eventTimeCandidates(described, inference.records),
    keys: keyCandidates(described, samples.partitions),
  };
}

function describeColumns({ columns, records }: JsonInference): readonly DescribedColumn[] {
  const ordered = [...columns].sort(([, a], [, b]) => compareFirst(a.shape.first, b.shape.first));
  const names = columnNames(ordered.map(([member]) => member));
  return ordered.map(([member, tally], i) => ({
    tally,
    column: describe(names[i] ?? member, member, tally, records.length),
  }));
}

function describe(name: string, member: string, { shape }: ColumnTally, records: number): InferredColumn {
  const { values, nulls } = shape;
  return {
    name,
    member,
    path: name === member ? null : pointerTo(member),
    type: chooseType(shape).type,
    nullable: values < records,
    values,
    nulls,
    absent: records - values - nulls,
    kinds: kindCounts(shape.kinds),
    contradictions: contradictionsOf(shape),
    undescribed: shape.fault,
  };
}

function countSamples(inference: JsonInference): SampleCounts {
  const { records, refusals, bytes, samplesLeftOut, membersLeftOut } = inference;
  return {
    read: inference.samples,
    inferred: records.length,
    refused: refusals.count,
    bytes,
    partitions: new Set(records.map(({ partition }) => partition)).size,
    leftOut: { samples: samplesLeftOut, members: membersLeftOut },
  };
}

function refusalsOf({ refusals }: JsonInference): readonly Refusal[] {
  return [...refusals.byReason]
    .map(([reason, { count, first }]) => ({ reason, count, first: seenValue(first) }))
    .sort((a, b) => b.count - a.count || (a.reason < b.reason ? -1 : 1));
}
