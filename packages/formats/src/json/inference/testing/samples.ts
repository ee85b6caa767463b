import { parseColumnType } from '@millrace/model';
import { type JsonColumn, makeJsonDecoder } from '../../json-decoder.ts';
import type { InferenceLimits } from '../inference-limits.ts';
import { JsonInference } from '../json-inference.ts';
import type { JsonSample } from '../json-sample.ts';
import type { SourceConfig } from '../source-config.ts';

const utf8 = new TextEncoder();

/** Samples of one partition, from offset 1, without timestamps. */
export function samplesOf(texts: readonly string[], partition = 0): readonly JsonSample[] {
  return texts.map((text, i) => ({
    bytes: utf8.encode(text),
    partition,
    offset: BigInt(i + 1),
    timestampMs: -1,
  }));
}

export function inferenceOf(samples: readonly JsonSample[], limits?: InferenceLimits): JsonInference {
  const inference = new JsonInference(limits);
  for (const sample of samples) inference.add(sample);
  return inference;
}

/** The inference of records with one member x of these texts. */
export function inferX(...texts: readonly string[]) {
  return inferenceOf(samplesOf(texts.map((text) => `{"x":${text}}`))).result();
}

/** Each sample as the decoder reads it with these columns: a row, or why it is refused. */
export function decodeAll({ columns }: SourceConfig, samples: readonly JsonSample[]) {
  const decoder = makeJsonDecoder(columns.map(decoded));
  return samples.map(({ bytes }) => decoder.decode(bytes, 0, bytes.length) ?? decoder.reason);
}

function decoded(column: SourceConfig['columns'][number]): JsonColumn {
  const parsed = parseColumnType(column.type);
  if (!parsed.ok) throw new Error(`${column.type} is no type of a document`);
  return { ...column, type: parsed.value, required: column.required === true };
}
