import { formatTimestamp } from '@millrace/model';
import type { PipelineView } from './pipeline-view.ts';
import { resultTable } from './result-table.ts';

const RULE = '─';
/** Counters that a person watches, in the order of their columns. */
const COLUMNS = ['in', 'out', 'filtered', 'late', 'errors'] as const;

/** The lines of the live table, none wider than `width` characters. */
export function renderTable(view: PipelineView, width: number): string[] {
  const lines = [
    view.name,
    RULE.repeat(Math.min(width, 78)),
    ...phaseLines(view),
    ...sourceLines(view),
    ...nodeLines(view, width),
  ];
  lines.push(...resultLines(view, width));
  return lines.map((line) => cut(line, width));
}

function phaseLines(view: PipelineView): string[] {
  return [...view.phases].map(([task, phase]) => `${task.padEnd(20)} ${phase}`);
}

function sourceLines({ progress }: PipelineView): string[] {
  if (progress === null) return [];
  const lines = ['', `${'source'.padEnd(20)}${'watermark'.padStart(15)}${'lag'.padStart(10)}${'dead'.padStart(10)}`];
  for (const { id, behind, blocked } of progress.sources) {
    const watermark = timeOfDay(progress.job.sources[id]?.watermark);
    const dead = grouped(progress.job.counters[id]?.['dead'] ?? 0);
    const held = blocked > 0n ? `  ${grouped(blocked)} offsets behind an open transaction` : '';
    lines.push(`${id.padEnd(20)}${watermark.padStart(15)}${grouped(behind).padStart(10)}${dead.padStart(10)}${held}`);
  }
  return lines;
}

function nodeLines({ progress }: PipelineView, width: number): string[] {
  if (progress === null) return [];
  const heads = COLUMNS.map((name) => name.padStart(10)).join('');
  const lines = ['', `${'node'.padEnd(20)}${heads}`];
  for (const [id, counters] of Object.entries(progress.job.counters)) {
    if (progress.job.sources[id] !== undefined) continue;
    lines.push(`${id.padEnd(20)}${COLUMNS.map((name) => cellOf(name, counters).padStart(10)).join('')}`);
  }
  for (const { sentence } of Object.values(progress.windows)) lines.push(...wrapped(sentence, width));
  return lines;
}

/** A sink takes in what it writes; a dash where a node has no such counter. */
function cellOf(column: (typeof COLUMNS)[number], counters: Readonly<Record<string, number>>): string {
  const count = counters[column] ?? (column === 'in' ? counters['written'] : undefined);
  return count === undefined ? '–' : grouped(count);
}

function resultLines(view: PipelineView, width: number): string[] {
  const lines: string[] = [];
  for (const [sink, rows] of view.newest) {
    lines.push(
      '',
      `${sink}: ${grouped(view.written.get(sink) ?? 0)} rows committed, the newest:`,
      ...resultTable(rows, width - 2).map((row) => `  ${row}`),
    );
  }
  return lines;
}

/** `14:05:26.600` in UTC; a dash while it is unknown. */
function timeOfDay(ms: number | undefined): string {
  if (ms === undefined || ms === Number.NEGATIVE_INFINITY) return '–';
  if (ms === Number.POSITIVE_INFINITY) return 'ended';
  return formatTimestamp(ms, 'TIMESTAMP', 'sql').slice(11);
}

function grouped(n: number | bigint): string {
  return String(n).replace(/\B(?=(\d{3})+(?!\d))/g, ',');
}

/** Lines of at most `width` characters, broken between words. */
function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}

function cut(line: string, width: number): string {
  const characters = [...line];
  return characters.length <= width ? line : `${characters.slice(0, width - 1).join('')}…`;
}
