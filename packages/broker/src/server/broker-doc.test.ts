import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { HANDLERS } from '../handlers/all-handlers.ts';
import { describedSettings } from './broker-settings.ts';

const FILE = new URL('../../../../docs/broker.md', import.meta.url);

/** A table with columns as wide as their widest cell, as the formatter wants it. */
function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, i) => Math.max(...rows.map((row) => row[i]?.length ?? 0)));
  const line = (row: readonly string[]) => `| ${row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(' | ')} |`;
  const [head = [], ...body] = rows;
  return [line(head), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...body.map(line)].join('\n');
}

const SETTINGS = Object.entries(describedSettings({})).sort(([a], [b]) => (a < b ? -1 : 1));
const APIS = HANDLERS.map(({ api, versions }) => [api.name, String(api.key), versions.join(' to ')]).sort(
  ([, a], [, b]) => Number(a) - Number(b),
);

const GENERATED: Readonly<Record<string, string>> = {
  settings: table([['setting', 'without it'], ...SETTINGS.map(([name, value]) => [`\`${name}\``, value])]),
  apis: table([['API', 'key', 'versions'], ...APIS]),
};

/** The text with its generated parts made anew: each lies between its mark and the next blank line after the table. */
function renewed(text: string): string {
  return Object.entries(GENERATED).reduce((all, [name, made]) => {
    const mark = `<!-- ${name}: generated -->\n`;
    const from = all.indexOf(mark) + mark.length;
    const rest = all.slice(from).replace(/^\n(\|[^\n]*\n)*/, '');
    return `${all.slice(0, from)}\n${made}\n\n${rest.trimStart()}`;
  }, text);
}

test('the tables of the guide say what the broker has (MILLRACE_KEEP_DOCS=1 writes them)', () => {
  const text = readFileSync(FILE, 'utf8');
  if (process.env['MILLRACE_KEEP_DOCS'] === '1') writeFileSync(FILE, renewed(text));
  expect(readFileSync(FILE, 'utf8')).toBe(renewed(text));
});
