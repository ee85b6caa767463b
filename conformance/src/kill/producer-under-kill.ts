import { ERRORS, errorName } from '@millrace/kafka-wire';
import type { Bench } from '../bench.ts';
import type { Topics } from './topics.ts';

/** Writes until the broker is gone, and comes back to it afterwards. */
export interface ProducerUnderKill {
  /** After a start of the broker: whatever was under way is decided, or left to its time-out. After ConnectionLost to be done again. */
  settle(bench: Bench): Promise<void>;
  /** Rejects with ConnectionLost when the broker is killed, with another error when it refuses what it must take. */
  work(bench: Bench, topics: Topics): Promise<never>;
}

/** A request that nothing was wrong with was not taken. */
export class Refused extends Error {
  readonly code: number | undefined;

  constructor(what: string, code: number | undefined) {
    super(`${what} was refused with ${code === undefined ? 'no answer' : errorName(code)}.`);
    this.name = 'Refused';
    this.code = code;
  }
}

/** Throws {@link Refused} for every error code. */
export function taken(what: string, errorCode: number | undefined): void {
  if (errorCode !== ERRORS.NONE) throw new Refused(what, errorCode);
}
