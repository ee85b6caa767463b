import fc from 'fast-check';
import type { NodeDocument, PipelineDocument } from '../graph/pipeline-document.ts';
import { makePipelineId } from '../graph/pipeline-id.ts';
import { isName } from '../values/name.ts';

export const anyName = fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_-]{0,12}$/).filter(isName);

const configValue = fc.jsonValue({ maxDepth: 4 }).map((value) =>
  JSON.parse(
    JSON.stringify(value)
      .replaceAll('__proto__', 'proto')
      .replaceAll(/-0(?=[,}\]]|$)/g, '0'),
  ),
);
const config = fc.dictionary(
  fc.oneof(
    anyName,
    fc.string({ maxLength: 8 }).filter((key) => key !== '__proto__'),
    fc.constantFrom('constructor', '1', 'prototype'),
  ),
  configValue,
  { maxKeys: 4 },
);

const node: fc.Arbitrary<NodeDocument> = fc.record(
  {
    type: fc.constantFrom('filter', 'tumbling-window', 'kafka-source'),
    config: config.map((object) => JSON.parse(JSON.stringify(object).replaceAll('-0,', '0,'))),
    label: fc.string(),
    note: fc.string({ unit: 'binary' }),
    onError: fc.constantFrom('port' as const, 'null' as const, 'stop' as const),
  },
  { requiredKeys: ['type', 'config', 'onError'] },
);

const port = fc.record({ node: anyName, port: fc.oneof(fc.constantFrom('in', 'out', 'late'), anyName) });

/** Any document that a file can say; its edges may lead nowhere. */
export const anyDocument: fc.Arbitrary<PipelineDocument> = fc.record(
  {
    id: fc.uint8Array({ minLength: 12, maxLength: 12 }).map((bytes) => makePipelineId(() => bytes)),
    name: anyName,
    parameters: fc
      .array(fc.tuple(anyName, fc.oneof(fc.string(), fc.integer(), fc.boolean())), { maxLength: 3 })
      .map((entries) => new Map(entries)),
    nodes: fc.array(fc.tuple(anyName, node), { maxLength: 6 }).map((entries) => new Map(entries)),
    edges: fc.array(fc.record({ from: port, to: port }), { maxLength: 8 }),
    settings: fc.record(
      { commitIntervalMs: fc.integer({ min: 1, max: 1e9 }), memoryBytes: fc.integer({ min: 1, max: 2 ** 40 }) },
      { requiredKeys: [] },
    ),
    tests: configValue,
  },
  { requiredKeys: ['name', 'parameters', 'nodes', 'edges', 'settings'] },
);
