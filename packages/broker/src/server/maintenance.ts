import type { LogRefusal } from '../log/log-refusal.ts';
import type { PartitionLog } from '../log/partition-log.ts';
import type { Topic, Topics } from '../topics/topics.ts';
import { keepWithin } from './disk-budget.ts';

export type MaintenanceParts = {
  readonly topics: Topics;
  readonly clock: () => number;
  readonly everyMs: number;
  /** All logs together; −1: no limit. */
  readonly diskBudgetBytes: number;
  readonly log: (level: 'info' | 'warn' | 'error', message: string) => void;
  /** Runs `step` between requests. */
  readonly later: (step: () => void) => void;
};

const SETTING = 'millrace.disk.budget.bytes';
/** How long one step may hold up requests, milliseconds. */
const STEP_MS = 5;

/** Old segments go, compacted topics are compacted, producers are forgotten: now and then, in short steps between requests. */
export class Maintenance {
  readonly #parts: MaintenanceParts;
  #nextMs: number;
  #isUnderWay = false;
  #isClosed = false;
  #isOverBudget = false;

  constructor(parts: MaintenanceParts) {
    this.#parts = parts;
    this.#nextMs = parts.clock() + parts.everyMs;
  }

  nextDeadlineMs(): number {
    return this.#nextMs;
  }

  tick(nowMs: number): void {
    if (nowMs < this.#nextMs) return;
    this.#nextMs = nowMs + this.#parts.everyMs;
    if (this.#isUnderWay) return;
    this.#isUnderWay = true;
    this.#proceed(this.#steps());
  }

  close(): void {
    this.#isClosed = true;
  }

  #proceed(steps: Iterator<void>): void {
    if (this.#isClosed) return;
    const untilMs = this.#parts.clock() + STEP_MS;
    while (this.#parts.clock() < untilMs) {
      if (steps.next().done === true) {
        this.#isUnderWay = false;
        return;
      }
    }
    this.#parts.later(() => this.#proceed(steps));
  }

  *#steps(): Generator<void> {
    const { topics, clock } = this.#parts;
    for (const topic of topics.all()) {
      for (const log of topic.partitions) {
        if (topics.byId(topic.id) === null) break;
        this.#say(log, log.retain(clock()));
        log.expireProducers(clock());
        yield;
        yield* this.#compact(topic, log);
      }
    }
    this.#keepWithinBudget();
  }

  #keepWithinBudget(): void {
    const { topics, clock, diskBudgetBytes, log } = this.#parts;
    if (diskBudgetBytes < 0) return;
    const logs = topics.all().flatMap(({ partitions }) => partitions);
    const { deleted, missingBytes } = keepWithin(logs, diskBudgetBytes, clock());
    const places = new Set(deleted.map(({ place }) => place.topic));
    if (places.size > 0) {
      log(
        'info',
        `The oldest records of ${[...places].join(', ')} were deleted to keep within ${SETTING} ${diskBudgetBytes}.`,
      );
    }
    if (missingBytes > 0 && !this.#isOverBudget) {
      const what = 'What is compacted or kept for ever is never deleted for it; delete topics, or raise the budget.';
      log('warn', `The logs have ${missingBytes} bytes more than ${SETTING} ${diskBudgetBytes}. ${what}`);
    }
    this.#isOverBudget = missingBytes > 0;
  }

  *#compact(topic: Topic, log: PartitionLog): Generator<void> {
    const steps = log.compaction(this.#parts.clock());
    for (;;) {
      const step = steps.next();
      if (step.done === true) {
        if (typeof step.value === 'object') this.#say(log, step.value);
        return;
      }
      yield;
      if (this.#parts.topics.byId(topic.id) === null) return;
    }
  }

  #say({ place }: PartitionLog, refusal: LogRefusal | null): void {
    if (refusal !== null)
      this.#parts.log('error', `Maintenance of ${place.topic}[${place.partition}]: ${refusal.message}`);
  }
}
