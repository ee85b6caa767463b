import { readFileSync, writeFileSync } from 'node:fs';

/** A table with columns as wide as their widest cell, as the formatter wants it. */
export function docTable(rows: readonly (readonly string[])[]): string {
  const escaped = rows.map((row) => row.map((cell) => cell.replaceAll('|', '\\|')));
  const widths = (escaped[0] ?? []).map((_, i) => Math.max(...escaped.map((row) => displayWidth(row[i] ?? ''))));
  const pad = (cell: string, width: number) => cell + ' '.repeat(Math.max(0, width - displayWidth(cell)));
  const line = (row: readonly string[]) => `| ${row.map((cell, i) => pad(cell, widths[i] ?? 0)).join(' | ')} |`;
  const [head = [], ...body] = escaped;
  return [line(head), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...body.map(line)].join('\n');
}

/** What a documentation file holds, and what it holds with its generated part made anew; that lies behind a mark to the file's end. */
export function renewedDoc(file: URL, generated: string): { readonly kept: string; readonly renewed: string } {
  const mark = '<!-- generated: MILLRACE_KEEP_DOCS=1 npm test writes it -->\n';
  const text = readFileSync(file, 'utf8');
  const renewed = `${text.slice(0, text.indexOf(mark) + mark.length)}\n${generated}\n`;
  if (process.env['MILLRACE_KEEP_DOCS'] === '1') writeFileSync(file, renewed);
  return { kept: readFileSync(file, 'utf8'), renewed };
}

function displayWidth(text: string): number {
  return text.length;
}
