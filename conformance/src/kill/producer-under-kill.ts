import { ERRORS } from '@millrace/kafka-wire';
import type { Bench } from '../bench.ts';
import type { Topics } from './topics.ts';

/** Writes until the broker is gone, and comes back to it afterwards. */
export interface ProducerUnderKill {
  /** After a start of the broker: whatever was under way is decided, or left to its time-out. */
  settle(bench: Bench): Promise<void>;
  /** Rejects with ConnectionLost when the broker is killed, with another error when it refuses what it must take. */
  work(bench: Bench, topics: Topics): Promise<never>;
}

/** Throws where a request that nothing was wrong with was refused. */
export function taken(what: string, errorCode: number | undefined): void {
  if (errorCode !== ERRORS.NONE) throw new Error(`${what} was refused with error ${errorCode}.`);
}
