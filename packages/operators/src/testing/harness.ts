import { type Cut, type CutEntry, type Job, makeJob, PipelineStopped, type RecordRanges } from '@millrace/engine';
import type { Row } from '@millrace/model';
import { type Chain, chainPlan, SOURCE } from './chain-plan.ts';
import type { CaseError } from './operator-case.ts';
import type { Schedule } from './schedule.ts';
import { recordOf, rowFromBytes } from './table-row.ts';

/** What happens to a job, in order. `entry` is the number of the row in the chain's table. */
export type HarnessElement =
  | { readonly kind: 'row'; readonly partition: number; readonly entry: number }
  | { readonly kind: 'tick'; readonly nowMs: number }
  | { readonly kind: 'idle'; readonly partition: number }
  | { readonly kind: 'end' };

export type Outcome = {
  /** Committed rows by sink, in order. */
  readonly outputs: ReadonlyMap<string, readonly Row[]>;
  readonly errors: readonly (CaseError & { readonly node: string })[];
  readonly counters: CutEntry['counters'];
  /** By node: rows in panes that are still open. */
  readonly open: Readonly<Record<string, number>>;
  readonly stopped: string | null;
};

/** Runs a chain over its elements by a schedule; what was not committed when the job crashed is forgotten with it. */
export function runChain(
  chain: Chain,
  partitions: number,
  elements: readonly HarnessElement[],
  schedule: Schedule,
): Outcome {
  const run = new ChainRun(chain, partitions, elements);
  try {
    run.drive(schedule);
  } catch (error) {
    if (!(error instanceof PipelineStopped)) throw error;
    return { ...run.outcome(), stopped: error.message };
  }
  return run.outcome();
}

class ChainRun {
  readonly #chain: Chain;
  readonly #partitions: number;
  readonly #elements: readonly HarnessElement[];
  /** By partition: the table entries of its whole log. */
  readonly #logs: readonly number[][];
  #job: Job;
  #nowMs = 0;
  #place = 0;
  /** By partition: how much of its log was handed over. */
  #fed: number[];
  readonly #committed = { state: [] as Uint8Array[], entry: null as CutEntry | null, place: 0, nowMs: 0 };
  readonly #outputs = new Map<string, Row[]>();
  readonly #errors: (CaseError & { readonly node: string })[] = [];

  constructor(chain: Chain, partitions: number, elements: readonly HarnessElement[]) {
    this.#chain = chain;
    this.#partitions = partitions;
    this.#elements = elements;
    this.#logs = Array.from({ length: partitions }, () => []);
    for (const element of elements) {
      if (element.kind === 'row') (this.#logs[element.partition] as number[]).push(element.entry);
    }
    this.#fed = Array.from({ length: partitions }, () => 0);
    this.#job = this.#makeJob();
    for (const sink of chainPlan(chain).sinks) this.#outputs.set(sink.id, []);
  }

  drive(schedule: Schedule): void {
    const crashes = new Set(schedule.crashes);
    this.#announce();
    while (this.#place < this.#elements.length) {
      this.#step(schedule);
      if (schedule.cuts.has(this.#place)) this.#cut();
      if (crashes.delete(this.#place)) this.#crash();
    }
    this.#cut();
  }

  outcome(): Outcome {
    const open: Record<string, number> = {};
    for (const { id } of this.#chain.nodes) {
      open[id] = this.#job.explain(id).open.reduce((rows, pane) => rows + pane.rows, 0);
    }
    return {
      outputs: this.#outputs,
      errors: this.#errors,
      counters: this.#committed.entry?.counters ?? {},
      open,
      stopped: null,
    };
  }

  /** One element that is no row, or the rows up to the next split or the end of their segment. */
  #step(schedule: Schedule): void {
    const element = this.#elements[this.#place] as HarnessElement;
    if (element.kind !== 'row') {
      this.#place++;
      this.#apply(element);
      this.#announce();
      return;
    }
    do this.#place++;
    while (this.#elements[this.#place]?.kind === 'row' && !schedule.splits.has(this.#place));
    this.#feed();
  }

  #apply(element: Exclude<HarnessElement, { kind: 'row' }>): void {
    if (element.kind === 'idle') this.#job.declareIdle(SOURCE, element.partition);
    else if (element.kind === 'end') this.#job.end(SOURCE);
    else {
      this.#nowMs = element.nowMs;
      this.#job.tick(element.nowMs);
    }
  }

  /** Hands over what the logs hold up to the present place and runs what can run. */
  #feed(): void {
    for (let partition = 0; partition < this.#partitions; partition++) {
      const log = (this.#logs[partition] as number[]).slice(0, this.#rowsBefore(this.#place, partition));
      const from = this.#fed[partition] as number;
      if (from >= log.length) continue;
      this.#fed[partition] = log.length;
      this.#job.feed({
        source: SOURCE,
        partition,
        records: [recordRanges(log, from)],
        nextOffset: log.length,
        logAppendTime: false,
        nowMs: this.#nowMs,
      });
    }
    while (this.#job.run(3));
  }

  /** Tells where the logs end: at the end of the segment at hand, so that splits inside it are invisible (W7). */
  #announce(): void {
    let end = this.#place;
    while (this.#elements[end]?.kind === 'row') end++;
    for (let partition = 0; partition < this.#partitions; partition++) {
      const offset = this.#rowsBefore(end, partition);
      const ends = { highWatermark: offset, lastStableOffset: offset };
      this.#job.ends(SOURCE, partition, ends, this.#nowMs);
    }
  }

  #rowsBefore(place: number, partition: number): number {
    const rows = this.#elements.slice(0, place);
    return rows.filter((element) => element.kind === 'row' && element.partition === partition).length;
  }

  #makeJob(): Job {
    return makeJob(chainPlan(this.#chain), new Map([[SOURCE, this.#partitions]]));
  }

  #cut(): void {
    const cut: Cut = this.#job.cut(this.#nowMs);
    for (const [sink, buffer] of cut.outputs) {
      for (let i = 0; i < buffer.count; i++) {
        this.#outputs.get(sink)?.push(rowFromBytes(buffer.bytes.slice(buffer.valueStart[i], buffer.valueEnd[i])));
      }
    }
    for (const { node, reason, position, value } of cut.deadLetters) {
      const fired = position === null && value !== null ? { row: rowFromBytes(value) } : {};
      this.#errors.push({ node, reason, offset: position?.offset ?? null, ...fired });
    }
    this.#committed.state.push(...cut.delta.map((record) => record.slice()));
    this.#committed.entry = JSON.parse(JSON.stringify(cut.entry)) as CutEntry;
    this.#committed.place = this.#place;
    this.#committed.nowMs = this.#nowMs;
  }

  #crash(): void {
    const { state, entry, place, nowMs } = this.#committed;
    this.#job = this.#makeJob();
    if (entry !== null) this.#job.restore(state, entry);
    this.#place = place;
    this.#nowMs = nowMs;
    this.#fed = this.#logs.map((_, partition) => this.#job.fedUpTo(SOURCE, partition));
    this.#announce();
    this.#feed();
  }
}

function recordRanges(log: readonly number[], from: number): RecordRanges {
  const count = log.length - from;
  const buffer = new Uint8Array(4 * count);
  for (let i = 0; i < count; i++) buffer.set(recordOf(log[from + i] as number), 4 * i);
  const starts = Int32Array.from({ length: count }, (_, i) => 4 * i);
  const none = new Int32Array(count).fill(-1);
  return {
    buffer,
    count,
    offsets: Float64Array.from({ length: count }, (_, i) => from + i),
    timestamps: new Float64Array(count).fill(-1),
    keyStart: none,
    keyEnd: none,
    valueStart: starts,
    valueEnd: starts.map((start) => start + 4),
    headersStart: none,
    headersEnd: none,
  };
}
