import { generatorSettings } from '@millrace/connectors-spec';
import { makeGeneratorSource } from './generator-source.ts';
import type { IngestSource } from './ingest-source.ts';

/** Positions are plain JSON; only the source that made one reads it. */
export type AnyIngestSource = IngestSource<unknown>;

/** Ingest sources by node type. */
const MAKERS: Readonly<Record<string, (config: unknown) => AnyIngestSource>> = {
  generator: (config) => makeGeneratorSource(generatorSettings(config)) as AnyIngestSource,
};

/** The source of an ingest task, for a node whose configuration was checked. */
export function makeIngestSource(type: string, config: unknown): AnyIngestSource {
  const make = MAKERS[type];
  if (make === undefined) throw new Error(`broken invariant: ${type} has no ingest task`);
  return make(config);
}
