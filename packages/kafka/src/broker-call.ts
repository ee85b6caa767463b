import { KafkaError } from './errors.ts';

/** Errors that pass by themselves: a coordinator that moves or loads, the markers of the transaction before. */
const PASSING: ReadonlySet<number> = new Set([3, 5, 6, 14, 15, 16, 51, 88]);
const LONGEST_MS = 30_000;

/** Calls until the answer's error code is none of the passing ones, with short waits; gives up after 30 s with the last error. */
export async function untilSettled<T>(
  api: string,
  call: () => Promise<T>,
  codeOf: (answer: T) => number,
  place = '',
): Promise<T> {
  const startedMs = Date.now();
  for (let waitMs = 2; ; waitMs = Math.min(100, waitMs * 1.5)) {
    const answer = await call();
    const code = codeOf(answer);
    if (code === 0) return answer;
    if (!PASSING.has(code) || Date.now() - startedMs > LONGEST_MS) throw new KafkaError(api, code, place);
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
}

/** The first error code of answers by topic and partition. */
export function firstError(
  topics: readonly { readonly partitions: readonly { readonly errorCode: number }[] }[],
): number {
  for (const { partitions } of topics) for (const { errorCode } of partitions) if (errorCode !== 0) return errorCode;
  return 0;
}
