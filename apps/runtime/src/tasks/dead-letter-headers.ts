import type { DeadLetter } from '@millrace/engine';

export type Header = readonly [key: string, value: Uint8Array | null];

const encoder = new TextEncoder();

/** The record's own headers, then ours (docs/decisions/2026-12-01-dead-letter-records.md). `own` are the parsed headers. */
export function deadLetterHeaders(letter: DeadLetter, own: readonly Header[]): Header[] {
  const added: [string, string][] = [
    ['millrace.node', letter.node],
    ['millrace.reason', letter.reason],
  ];
  if (letter.position !== null) {
    const { topic, partition, offset, timestampMs } = letter.position;
    added.push(['millrace.topic', topic], ['millrace.partition', String(partition)]);
    added.push(['millrace.offset', String(offset)], ['millrace.timestamp', String(timestampMs)]);
  }
  return [...own, ...added.map(([key, value]) => [key, encoder.encode(value)] as const)];
}
