import { type Row, STRING, type Value } from '@millrace/model';
import { ChangeKind } from '../contract/change-kind.ts';
import type { Emit, Operator, OperatorContext } from '../contract/operator.ts';

/** Sends on what it gets; drops rows whose key is `drop`, refuses those whose key is `bad`. */
export function makePass(context: OperatorContext): Operator {
  return {
    process(_, kind, row) {
      if (row[1] === 'drop') context.count('filtered', 1);
      else if (row[1] === 'bad') context.fail('The key is bad.');
      else (context.out[0] as Emit)(kind, row);
    },
  };
}

/**
 * Counts and sums n per key in tumbling windows: [window_time, key, count, sum, start] on `out`, the row and the watermark on
 * `late`. A sum of 13 cannot be sent.
 */
export function makeWindow(sizeMs: number): (context: OperatorContext) => Operator {
  return (context) => {
    const panes = context.state.panes('panes', { keys: [STRING], accumulators: 2 });
    const endOf = (time: number) => Math.floor(time / sizeMs) * sizeMs + sizeMs;
    function count(end: number, row: Row): void {
      const table = panes.table(end);
      const slot = table.slot1(panes.intern(0, row[1] as Value));
      const [counts, sums] = table.accumulators as [Float64Array, Float64Array];
      counts[slot] = table.fresh ? 1 : (counts[slot] as number) + 1;
      sums[slot] = (table.fresh ? 0 : (sums[slot] as number)) + Number(row[2] ?? 0);
      table.touch(slot);
      context.count('assignments', 1);
      context.wakeAt(end);
    }
    return {
      process(_, kind, row) {
        const end = endOf(row[0] as number);
        if (end > context.watermark()) {
          count(end, row);
          return;
        }
        context.count('late', 1);
        context.count('lateAssignments', 1);
        context.out[1]?.(kind, [...row, context.watermark()]);
      },
      onDeadline(end) {
        const table = panes.peek(end);
        if (table === undefined) return;
        const [keys] = table.keys as [Float64Array];
        const [counts, sums] = table.accumulators as [Float64Array, Float64Array];
        for (let slot = 0; slot < table.size; slot++) {
          const key = panes.keyValue(0, keys[slot] as number);
          const row = [end - 1, key, counts[slot] as number, sums[slot] as number, end - sizeMs];
          if (row[3] === 13) context.fail('The sum is 13.', row);
          else (context.out[0] as Emit)(ChangeKind.insert, row);
        }
        panes.drop(end);
      },
      onRestore() {
        for (const end of panes.ends()) context.wakeAt(end);
      },
      openPanes() {
        return panes.ends().map((end) => {
          const table = panes.table(end);
          const counts = table.accumulators[0] as Float64Array;
          const rows = counts.subarray(0, table.size).reduce((sum, n) => sum + n, 0);
          return { start: end - sizeMs, end, rows, keys: table.size };
        });
      },
    };
  };
}

/** Numbers its rows from a state value that outlives restarts: [time, key, number]. */
export function makeNumbering(context: OperatorContext): Operator {
  const last = context.state.value('last', 0);
  return {
    process(_, kind, row) {
      const number = (last.get() as number) + 1;
      last.set(number);
      (context.out[0] as Emit)(kind, [row[0] as Value, row[1] as Value, number]);
    },
  };
}
