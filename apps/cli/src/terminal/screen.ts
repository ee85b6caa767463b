import type { SupervisorReport } from '@millrace/runtime';
import { renderTable } from './live-table.ts';
import { emptyView, foldReport, type PipelineView } from './pipeline-view.ts';

/** How often the table is drawn anew, milliseconds. */
const DRAW_MS = 250;

/** Shows running pipelines: a live table on a terminal, plain lines elsewhere. */
export interface Screen {
  report(pipeline: string, task: string, report: SupervisorReport): void;
  /** The pipeline does not run any more. */
  remove(pipeline: string): void;
  /** Writes a line of the log without disturbing what is shown. */
  log(line: string): void;
  close(): void;
}

export function makeScreen(out: NodeJS.WriteStream, errors: NodeJS.WriteStream = process.stderr): Screen {
  return out.isTTY ? new TableScreen(out, errors) : new LineScreen(out, errors);
}

class TableScreen implements Screen {
  readonly #out: NodeJS.WriteStream;
  readonly #errors: NodeJS.WriteStream;
  readonly #views = new Map<string, PipelineView>();
  readonly #timer: NodeJS.Timeout;
  #drawn = 0;

  constructor(out: NodeJS.WriteStream, errors: NodeJS.WriteStream) {
    this.#out = out;
    this.#errors = errors;
    this.#timer = setInterval(() => this.#draw(), DRAW_MS);
  }

  report(pipeline: string, task: string, report: SupervisorReport): void {
    this.#views.set(pipeline, foldReport(this.#views.get(pipeline) ?? emptyView(pipeline), task, report));
  }

  remove(pipeline: string): void {
    this.#views.delete(pipeline);
  }

  /** On the same terminal it goes above the table. */
  log(line: string): void {
    if (this.#errors.isTTY) this.#erase();
    this.#errors.write(line);
    if (this.#errors.isTTY) this.#draw();
  }

  close(): void {
    clearInterval(this.#timer);
    this.#draw();
  }

  #draw(): void {
    const room = (this.#out.rows ?? 40) - 1;
    const lines = [...this.#views.values()]
      .flatMap((view) => renderTable(view, this.#out.columns ?? 80))
      .slice(0, room);
    this.#erase();
    this.#out.write(lines.map((line) => `${line}\n`).join(''));
    this.#drawn = lines.length;
  }

  /** Moves up over what was drawn last, so that it is written over and lines above stay. */
  #erase(): void {
    this.#out.write(`${this.#drawn > 0 ? `\x1b[${this.#drawn}A` : ''}\x1b[0J`);
    this.#drawn = 0;
  }
}

/** One line for each committed result and each change of phase; progress is summed up every ten seconds. */
class LineScreen implements Screen {
  readonly #out: NodeJS.WriteStream;
  readonly #errors: NodeJS.WriteStream;
  readonly #summedUpMs = new Map<string, number>();

  constructor(out: NodeJS.WriteStream, errors: NodeJS.WriteStream) {
    this.#out = out;
    this.#errors = errors;
  }

  report(pipeline: string, task: string, report: SupervisorReport): void {
    for (const line of this.#linesOf(`${pipeline} ${task}`, report)) this.#out.write(`${line}\n`);
  }

  remove(): void {}

  log(line: string): void {
    this.#errors.write(line);
  }

  close(): void {}

  #linesOf(who: string, report: SupervisorReport): string[] {
    switch (report.type) {
      case 'phase':
        return [`${who}: ${report.phase}${report.detail === '' ? '' : `, ${report.detail}`}`];
      case 'results':
        return report.results.flatMap(({ sink, count, newest }) => [
          ...(count > newest.length ? [`${who}: ${sink} … ${count - newest.length} rows more`] : []),
          ...newest.map((row) => `${who}: ${sink} ${row}`),
        ]);
      case 'view':
        return [];
      case 'failed':
        return [`${who}: ${report.failure.message}`];
      case 'retrying':
        return [`${who}: starts again in ${report.inMs / 1_000} s`];
      case 'finished':
        return [`${who}: finished`];
      case 'progress':
        return this.#summary(who, report);
    }
  }

  #summary(who: string, { progress }: Extract<SupervisorReport, { type: 'progress' }>): string[] {
    const now = Date.now();
    if (now - (this.#summedUpMs.get(who) ?? 0) < 10_000) return [];
    this.#summedUpMs.set(who, now);
    const lags = progress.sources.map(({ id, behind }) => `${id} lag ${behind}`);
    const sums = Object.entries(progress.job.counters).flatMap(([id, counters]) => {
      const { late = 0, dead = 0 } = counters;
      return [...(late > 0 ? [`${id} late ${late}`] : []), ...(dead > 0 ? [`${id} dead ${dead}`] : [])];
    });
    const sentences = Object.values(progress.windows).map(({ sentence }) => sentence);
    return [`${who}: ${[...lags, ...sums, ...sentences].join(' · ')}`];
  }
}
