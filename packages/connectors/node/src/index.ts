export { type GeneratorPosition, makeGeneratorSource } from './generator-source.ts';
export type { IngestRecord, IngestSource, IngestStep } from './ingest-source.ts';
export { type AnyIngestSource, makeIngestSource } from './make-ingest-source.ts';
