import type { SupervisorReport } from '@millrace/runtime';
import { renderTable } from './live-table.ts';
import { emptyView, foldReport, type PipelineView } from './pipeline-view.ts';

/** How often the table is drawn anew, milliseconds. */
const DRAW_MS = 250;

/** Shows running pipelines: a live table on a terminal, plain lines elsewhere. */
export interface Screen {
  report(pipeline: string, task: string, report: SupervisorReport): void;
  close(): void;
}

export function makeScreen(out: NodeJS.WriteStream): Screen {
  return out.isTTY ? new TableScreen(out) : new LineScreen(out);
}

class TableScreen implements Screen {
  readonly #out: NodeJS.WriteStream;
  readonly #views = new Map<string, PipelineView>();
  readonly #timer: NodeJS.Timeout;
  #drawn = 0;

  constructor(out: NodeJS.WriteStream) {
    this.#out = out;
    this.#timer = setInterval(() => this.#draw(), DRAW_MS);
  }

  report(pipeline: string, task: string, report: SupervisorReport): void {
    this.#views.set(pipeline, foldReport(this.#views.get(pipeline) ?? emptyView(pipeline), task, report));
  }

  close(): void {
    clearInterval(this.#timer);
    this.#draw();
  }

  /** Moves up over what was drawn last and writes over it, so that lines above stay. */
  #draw(): void {
    const room = (this.#out.rows ?? 40) - 1;
    const lines = [...this.#views.values()]
      .flatMap((view) => renderTable(view, this.#out.columns ?? 80))
      .slice(0, room);
    const up = this.#drawn > 0 ? `\x1b[${this.#drawn}A` : '';
    this.#out.write(`${up}\x1b[0J${lines.map((line) => `${line}\n`).join('')}`);
    this.#drawn = lines.length;
  }
}

/** One line for each committed result and each change of phase; progress is summed up every ten seconds. */
class LineScreen implements Screen {
  readonly #out: NodeJS.WriteStream;
  readonly #summedUpMs = new Map<string, number>();

  constructor(out: NodeJS.WriteStream) {
    this.#out = out;
  }

  report(pipeline: string, task: string, report: SupervisorReport): void {
    for (const line of this.#linesOf(`${pipeline} ${task}`, report)) this.#out.write(`${line}\n`);
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
