import { describe, expect, test } from 'vitest';
import { docTable, renewedDoc } from '../../testing/doc-tables.ts';
import { succeeded } from '../../testing/messages.ts';
import { formatValue } from '../../values/format-value.ts';
import { compileText } from '../compile/compile-text.ts';
import { FUNCTION_GROUPS } from './function-definition.ts';
import { functionDefinitions, scalarFunctions } from './registry.ts';

const FILE = new URL('../../../../../docs/functions.md', import.meta.url);

const examples = functionDefinitions.flatMap(({ name, examples: all }) =>
  all.map(([expression, value]) => ({ name, expression, value })),
);

describe('the examples of the documentation', () => {
  test.each(examples)('$expression is $value', ({ name, expression, value }) => {
    const { evaluate, type } = succeeded(compileText(expression, []));
    const result = evaluate([]);
    expect(result === null ? 'NULL' : formatValue(result, type)).toBe(value);
    expect(expression).toContain(name);
  });
});

test('every function has a name of its own, a signature and an example', () => {
  const names = functionDefinitions.flatMap(({ name, aliases = [] }) => [name, ...aliases]);
  expect(new Set(names).size).toBe(names.length);
  expect(scalarFunctions.size).toBe(names.length);
  for (const { name, signatures, examples: all } of functionDefinitions) {
    expect(all.length, name).toBeGreaterThan(0);
    expect(
      signatures.every((signature) => signature.startsWith(`${name}(`)),
      name,
    ).toBe(true);
  }
});

test('the table of functions is that of the registry (MILLRACE_KEEP_DOCS=1 writes it)', () => {
  const groups = FUNCTION_GROUPS.map((group) => {
    const rows = functionDefinitions
      .filter((definition) => definition.group === group)
      .map(({ signatures, aliases = [], summary, examples: all }) => [
        signatures.map((signature) => `\`${signature}\``).join('<br>'),
        aliases.length === 0 ? summary : `${summary} Also ${aliases.join(', ')}.`,
        all.map(([expression, value]) => `\`${expression}\` is \`${value}\``).join('<br>'),
      ]);
    return `## ${group}\n\n${docTable([['function', 'what it gives', 'examples'], ...rows])}`;
  });
  const { kept, renewed } = renewedDoc(FILE, groups.join('\n\n'));
  expect(kept).toBe(renewed);
});
