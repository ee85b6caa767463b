import { ERRORS } from '@millrace/kafka-wire';
import { KafkaError, type PartitionPlace, UnknownTopic } from './errors.ts';
import { adviceFor } from './staying-refusals.ts';

/** An error code of an answer, and what it is about. */
export type Refusal = { readonly code: number; readonly place: string | PartitionPlace };

/** Errors that pass by themselves: a log or a coordinator that is still being opened, the markers of the transaction before. */
const PASSING: ReadonlySet<number> = new Set([
  ERRORS.UNKNOWN_TOPIC_OR_PARTITION,
  ERRORS.LEADER_NOT_AVAILABLE,
  ERRORS.NOT_LEADER_OR_FOLLOWER,
  ERRORS.REPLICA_NOT_AVAILABLE,
  ERRORS.OFFSET_NOT_AVAILABLE,
  ERRORS.COORDINATOR_LOAD_IN_PROGRESS,
  ERRORS.COORDINATOR_NOT_AVAILABLE,
  ERRORS.NOT_COORDINATOR,
  ERRORS.CONCURRENT_TRANSACTIONS,
  ERRORS.UNSTABLE_OFFSET_COMMIT,
]);
const LONGEST_MS = 30_000;
/** A topic that was just made may be unknown for a moment; one that is missing is said soon. */
const LONGEST_UNKNOWN_TOPIC_MS = 2_000;
const FIRST_WAIT_MS = 2;
const LONGEST_WAIT_MS = 100;

/**
 * Calls until the answer has no refusal, or one that does not pass by itself; waits a little in between, gives up after 30 s.
 * Rejects with {@link KafkaError} or {@link UnknownTopic}, and at once with what the call itself rejects with.
 */
export async function untilSettled<T>(
  api: string,
  call: () => Promise<T>,
  refusalOf: (answer: T) => Refusal | null,
): Promise<T> {
  const startedMs = performance.now();
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(LONGEST_WAIT_MS, waitMs * 1.5)) {
    const answer = await call();
    const refusal = refusalOf(answer);
    if (refusal === null) return answer;
    if (!mayPass(refusal, performance.now() - startedMs)) throw refused(api, refusal);
    await delay(waitMs);
  }
}

function mayPass({ code }: Refusal, sinceMs: number): boolean {
  const longestMs = code === ERRORS.UNKNOWN_TOPIC_OR_PARTITION ? LONGEST_UNKNOWN_TOPIC_MS : LONGEST_MS;
  return PASSING.has(code) && sinceMs < longestMs;
}

/** The error of a refusal. */
export function refused(api: string, { code, place }: Refusal): Error {
  if (code === ERRORS.UNKNOWN_TOPIC_OR_PARTITION && typeof place !== 'string') {
    return new UnknownTopic(place.topic, place.partition);
  }
  return new KafkaError(api, code, place, adviceFor(code));
}

/** The refusal of an answer with one error code. */
export function refusal(code: number, place: string): Refusal | null {
  return code === ERRORS.NONE ? null : { code, place };
}

/** The first refusal of an answer with an error code per partition. */
export function firstRefusal(
  topics: readonly {
    readonly name: string;
    readonly partitions: readonly { readonly index: number; readonly errorCode: number }[];
  }[],
): Refusal | null {
  for (const { name, partitions } of topics) {
    const failed = partitions.find(({ errorCode }) => errorCode !== ERRORS.NONE);
    if (failed !== undefined) return { code: failed.errorCode, place: { topic: name, partition: failed.index } };
  }
  return null;
}

export function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
