import type { FrameChunks } from '@millrace/kafka-wire';
import type { BrokerState } from '../handlers/broker-state.ts';
import { isRefusal } from '../log/log-refusal.ts';
import type { LogLevel } from '../worker/thread-message.ts';
import type { BrokerSettings } from './broker-settings.ts';
import { Maintenance } from './maintenance.ts';
import { DeadlineTimer } from './timer.ts';

type Answer = (response: FrameChunks | null) => void;

export type BrokerLoopParts = {
  readonly state: BrokerState;
  readonly settings: BrokerSettings;
  /** Whether answers wait until what they confirm outlives a loss of power. */
  readonly fsync: boolean;
  /** Makes the journals outlive a loss of power. Throws the file system's error. */
  readonly flushJournals: () => void;
  /** Closes all connections. */
  readonly dropClients: () => void;
  readonly clock: () => number;
  readonly log: (level: LogLevel, message: string) => void;
};

/** What happens besides requests: deadlines, maintenance between requests, and with `fsync` the flush before answers go out. */
export class BrokerLoop {
  readonly #parts: BrokerLoopParts;
  readonly #timer: DeadlineTimer;
  readonly #maintenance: Maintenance;
  #held: (() => void)[] = [];
  #isClosed = false;

  constructor(parts: BrokerLoopParts) {
    this.#parts = parts;
    this.#timer = new DeadlineTimer(parts.clock, () => this.#tick());
    this.#maintenance = new Maintenance({
      topics: parts.state.topics,
      clock: parts.clock,
      everyMs: parts.settings.retentionCheckMs,
      diskBudgetBytes: parts.settings.diskBudgetBytes,
      log: parts.log,
      later: (step) => void setImmediate(step),
    });
  }

  /** With `fsync` an answer waits for the flush after all requests that are here by now. */
  holding(answer: Answer): Answer {
    if (!this.#parts.fsync) return answer;
    return (response) => {
      if (this.#held.length === 0) setImmediate(() => this.#release());
      this.#held.push(() => answer(response));
    };
  }

  /** After something happened: rings in time for what is to happen next. */
  proceed(): void {
    const { fetches, groups, transactions } = this.#parts.state;
    const next = [fetches, groups, transactions, this.#maintenance].map((part) => part.nextDeadlineMs());
    this.#timer.arm(Math.min(...next));
  }

  close(): void {
    this.#isClosed = true;
    this.#timer.stop();
    this.#maintenance.close();
  }

  #tick(): void {
    if (this.#isClosed) return;
    const nowMs = this.#parts.clock();
    const { fetches, groups, transactions } = this.#parts.state;
    for (const part of [fetches, groups, transactions, this.#maintenance]) part.tick(nowMs);
    this.proceed();
  }

  /** What cannot be made durable is not confirmed: its clients lose their connections, and ask again. */
  #release(): void {
    if (this.#isClosed) return;
    const held = this.#held;
    this.#held = [];
    const fault = this.#flush();
    if (fault !== null) {
      this.#parts.log(
        'error',
        `What was written could not be made durable, so it is not confirmed and all connections are closed: ${fault}`,
      );
      this.#parts.dropClients();
      return;
    }
    for (const send of held) send();
  }

  #flush(): string | null {
    try {
      this.#parts.flushJournals();
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
    for (const { partitions } of this.#parts.state.topics.all()) {
      for (const log of partitions) {
        const refusal = log.flush();
        if (refusal !== null && isRefusal(refusal)) return refusal.message;
      }
    }
    return null;
  }
}
