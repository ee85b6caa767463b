import { type BrokerAddress, LogReader, listBounds } from '@millrace/kafka';
import type { RecordRanges } from '@millrace/kafka-wire';
import { TaskFailed } from '../tasks/task-failure.ts';
import { type RecoveredState, StateLogFold } from './state-log-fold.ts';
import { recordKind } from './state-record.ts';

/**
 * Folds a task's state topic up to its last stable offset (E9). Call it after the task's transactional id was initialised: then no
 * transaction can be open in it. Where one is all the same it hides commits, and the topic must not be taken for what it seems:
 * rejects with {@link TaskFailed}.
 */
export async function readStateLog<Entry>(broker: BrokerAddress, topic: string): Promise<RecoveredState<Entry> | null> {
  const [bounds] = await listBounds(broker, topic, 1, 'read_committed');
  const { earliest, latest } = bounds ?? { earliest: 0, latest: 0 };
  const [all] = await listBounds(broker, topic, 1, 'read_uncommitted');
  if (all !== undefined && all.latest > latest) throw blocked(topic, latest, all.latest);
  const fold = new StateLogFold<Entry>();
  if (latest > earliest) await readTo(broker, topic, earliest, latest, fold);
  return fold.result();
}

function blocked(topic: string, lastStableOffset: number, highWatermark: number): TaskFailed {
  const message = `The state topic ${topic} can be read to offset ${lastStableOffset} of ${highWatermark}: a transaction that nobody ends blocks the rest. If this stays, find it with Kafka's kafka-transactions.sh find-hanging and end it with its abort command.`;
  return new TaskFailed({ kind: 'retry', code: 'state', message });
}

async function readTo<Entry>(
  broker: BrokerAddress,
  topic: string,
  from: number,
  until: number,
  fold: StateLogFold<Entry>,
): Promise<void> {
  const positions = new Map([[topic, new Map([[0, from]])]]);
  const reader = await LogReader.open({
    broker,
    positions,
    isolation: 'read_committed',
    until: new Map([[topic, new Map([[0, until]])]]),
  });
  try {
    for (let next = from; next < until; ) {
      for (const fetched of await reader.next()) {
        for (const ranges of fetched.records) addAll(ranges, fold);
        next = fetched.nextOffset;
      }
    }
  } finally {
    reader.close();
  }
}

function addAll<Entry>(ranges: RecordRanges, fold: StateLogFold<Entry>): void {
  for (let i = 0; i < ranges.count; i++) {
    const key = sliceOf(ranges.buffer, ranges.keyStart[i] as number, ranges.keyEnd[i] as number);
    const value = sliceOf(ranges.buffer, ranges.valueStart[i] as number, ranges.valueEnd[i] as number);
    if (value === null)
      throw new Error('The state topic holds a record without a value, which Millrace did not write.');
    fold.add(recordKind(key), value);
  }
}

function sliceOf(buffer: Uint8Array, start: number, end: number): Uint8Array | null {
  return start < 0 ? null : buffer.subarray(start, end);
}
