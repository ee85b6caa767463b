import { expect, test } from 'vitest';
import { outcome } from '../testing/messages.ts';
import { pipelineNameOf } from './pipeline-file.ts';

test.each([
  ['bids.pipeline.json', 'bids'],
  ['examples/orders/orders-per-minute.pipeline.json', 'orders-per-minute'],
  ['C:\\pipelines\\bids.pipeline.json', 'bids'],
])('%s holds the pipeline %s', (path, name) => {
  expect(outcome(pipelineNameOf(path))).toBe(name);
});

test.each([
  ['bids.json', "A pipeline's file ends in .pipeline.json"],
  ['a.b.pipeline.json', '"a.b" is no name.'],
  ['.pipeline.json', '"" is no name.'],
  ['constructor.pipeline.json', 'is reserved'],
])('%s is refused', (path, message) => {
  expect(outcome(pipelineNameOf(path))).toContain(message);
});
