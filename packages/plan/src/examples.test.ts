import { readdirSync, readFileSync } from 'node:fs';
import { parseDocument, pipelineNameOf } from '@millrace/model';
import { expect, test } from 'vitest';
import { checkDocument } from './check/check-document.ts';
import { compileProcess } from './compile/compile-process.ts';
import { planTasks } from './tasks/plan-tasks.ts';

const EXAMPLES = new URL('../../../examples/', import.meta.url);

const FILES = readdirSync(EXAMPLES, { recursive: true })
  .map(String)
  .filter((path) => path.endsWith('.pipeline.json'))
  .sort();

test('the examples are there', () => {
  expect(FILES).toEqual(['bids/bids.pipeline.json', 'orders-per-minute/orders-per-minute.pipeline.json']);
});

test.each(FILES)('%s is checked without an issue and compiled [V1]', (file) => {
  const parsed = parseDocument(readFileSync(new URL(file, EXAMPLES), 'utf8'));
  expect(parsed.issues).toEqual([]);
  if (!parsed.ok) return;
  expect(pipelineNameOf(file)).toMatchObject({ value: parsed.value.name });
  const checked = checkDocument(parsed.value);
  expect(checked.issues).toEqual([]);
  if (!checked.ok) return;
  const tasks = planTasks(checked.value, { namespace: 'n', id: 'k3v9q2m7xw4a' });
  expect(compileProcess(checked.value, tasks).sinks.length).toBeGreaterThan(0);
});
