import { describe, expect, test } from 'vitest';
import { docTable, renewedDoc } from '../testing/doc-tables.ts';
import { FLINK_DIFFERENCES } from '../testing/flink-differences.ts';
import { type GoldenScalar, goldenColumns, goldenRow, goldenScalars } from '../testing/golden-scalars.ts';
import { type ColumnType, formatType } from '../values/column-type.ts';
import type { Value } from '../values/value.ts';
import { compileText } from './compile/compile-text.ts';
import { jsonText } from './compute/json/json-text.ts';
import { EvaluationError } from './evaluation-error.ts';

const FILE = new URL('../../../../docs/flink-differences.md', import.meta.url);

type Outcome = { readonly json: string; readonly type: string } | { readonly error: string };

const scalars = goldenScalars().filter(({ result }) => result !== null);

describe('an expression means what it means in Flink 2.3 [X4]', () => {
  test.each(scalars.filter(({ text }) => !FLINK_DIFFERENCES.has(text)))('$text', ({ text, result }) => {
    expect(outcome(text)).toEqual({ json: sameForm(result, typeOf(text)), type: sameName(result?.type ?? '') });
  });
});

test('every difference is one, is an error where Flink has a value, or is what the SQL standard says [X2, X4]', () => {
  const known = new Map(scalars.map((scalar) => [scalar.text, scalar]));
  for (const text of FLINK_DIFFERENCES.keys()) {
    const golden = known.get(text);
    expect(golden, text).toBeDefined();
    const ours = outcome(text);
    const same = { json: sameForm(golden?.result ?? null, typeOf(text)), type: sameName(golden?.result?.type ?? '') };
    expect(ours, text).not.toEqual(same);
    if (!text.startsWith('JSON_VALUE')) expect(ours, text).toHaveProperty('error');
  }
});

test('the table of differences is whole (MILLRACE_KEEP_DOCS=1 writes it)', () => {
  const rows = scalars
    .filter(({ text }) => FLINK_DIFFERENCES.has(text))
    .map(({ text, result }) => [
      `\`${text}\``,
      `\`${result?.json}\``,
      shownOutcome(outcome(text)),
      FLINK_DIFFERENCES.get(text) ?? '',
    ]);
  const { kept, renewed } = renewedDoc(FILE, docTable([['expression', 'Flink 2.3', 'Millrace', 'why'], ...rows]));
  expect(kept).toBe(renewed);
});

function outcome(text: string): Outcome {
  const compiled = compileText(text, goldenColumns);
  if (!compiled.ok) return { error: compiled.issues[0]?.message ?? '' };
  const { type, evaluate } = compiled.value;
  try {
    return { json: plainForm(evaluate(goldenRow), type), type: formatType(type) };
  } catch (error) {
    if (error instanceof EvaluationError) return { error: error.message };
    throw error;
  }
}

function typeOf(text: string): ColumnType | null {
  const compiled = compileText(text, goldenColumns);
  return compiled.ok ? compiled.value.type : null;
}

function shownOutcome(ours: Outcome): string {
  if ('error' in ours && ours.error.startsWith('There is no column')) return 'No column has this type.';
  return 'error' in ours ? ours.error : `\`${ours.json}\``;
}

/** What Flink's gateway made of a value: numbers went through a double, times have no zeros at their end. */
function plainForm(value: Value, type: ColumnType): string {
  const json = jsonText(value, type);
  switch (type.kind) {
    case 'BIGINT':
    case 'DECIMAL':
    case 'DOUBLE':
      return value === null || json.startsWith('"') ? json : String(Number(json));
    case 'TIMESTAMP':
    case 'TIMESTAMP_LTZ':
      return value === null
        ? json
        : json.replace(' ', 'T').replace(/(?:\.000|(\.\d+?)0+)?"$/, (_, kept = '') => `${kept}"`);
    default:
      return json;
  }
}

function sameForm(result: GoldenScalar['result'], type: ColumnType | null): string {
  const json = result?.json ?? '';
  return type?.kind === 'TIMESTAMP_LTZ' ? json.replace('Z"', '"') : json;
}

/** CHAR and VARCHAR are texts with a length, which a column's type does not say. */
function sameName(type: string): string {
  return type.replace(/^(?:VAR)?CHAR\(\d+\)$/, 'STRING');
}
