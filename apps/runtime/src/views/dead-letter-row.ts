import type { DeadLetter } from '@millrace/engine';
import type { Cell, ViewColumn } from '@millrace/live';
import type { Header } from '../tasks/dead-letter-headers.ts';
import { shownBytes, shownText } from './cell-of.ts';

/** The columns of the error port, as a list of dead letters shows them (E8). */
export const DEAD_LETTER_COLUMNS: readonly ViewColumn[] = [
  { name: 'reason', type: 'STRING' },
  { name: 'node', type: 'STRING' },
  { name: 'topic', type: 'STRING' },
  { name: 'partition', type: 'INT' },
  { name: 'offset', type: 'BIGINT' },
  { name: 'timestamp', type: 'TIMESTAMP_LTZ(3)' },
  { name: 'key', type: 'STRING' },
  { name: 'value', type: 'STRING' },
];

export function deadLetterRow({ reason, node, position, key, value }: DeadLetter): Cell[] {
  const { topic = null, partition = null, offset = null, timestampMs = null } = position ?? {};
  return [shownText(reason), node, topic, partition, offset, timestampMs, bytesShown(key), bytesShown(value)];
}

/** A record of the dead-letter topic: the same row, from its headers. */
export function deadLetterRowOfRecord(
  key: Uint8Array | null,
  value: Uint8Array | null,
  headers: readonly Header[],
): Cell[] {
  const text = (name: string) => {
    const bytes = headers.findLast(([key]) => key === `millrace.${name}`)?.[1];
    return bytes === undefined || bytes === null ? null : Buffer.from(bytes).toString('utf8');
  };
  const number = (name: string) => {
    const digits = text(name);
    return digits === null ? null : Number(digits);
  };
  return [
    shownText(text('reason') ?? ''),
    text('node'),
    text('topic'),
    number('partition'),
    number('offset'),
    number('timestamp'),
    bytesShown(key),
    bytesShown(value),
  ];
}

function bytesShown(bytes: Uint8Array | null): string | null {
  return bytes === null ? null : shownBytes(bytes);
}
