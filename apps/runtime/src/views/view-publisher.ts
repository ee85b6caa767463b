import type { Cut, CutEntry, OutputBuffer } from '@millrace/engine';
import type { BrokerAddress } from '@millrace/kafka';
import { parseHeaders, type RecordRanges } from '@millrace/kafka-wire';
import { type Cell, LIVE_LIMITS } from '@millrace/live';
import type { ViewPlan } from '@millrace/plan';
import { DEAD_LETTER_COLUMNS, deadLetterRow, deadLetterRowOfRecord } from './dead-letter-row.ts';
import { readTail } from './read-tail.ts';
import { type ViewRows, viewColumns, viewRow } from './view-rows.ts';

const { rowsPerView } = LIVE_LIMITS;

/**
 * Hands committed rows to whoever shows them (E7). Rows of a view are numbered by the sink's own count, which is part of the cut: a
 * restart goes on with the numbers. Dead letters have no such count; each start numbers them anew, in an epoch of its own.
 */
export class ViewPublisher {
  readonly #views: readonly ViewPlan[];
  readonly #epoch: string;
  readonly #deadEpoch: string;
  readonly #publish: (rows: ViewRows) => void;
  #deadLetters = 0;

  /** `epoch` names the state's lineage, `entry` is the cut that the task goes on from. */
  constructor(
    views: readonly ViewPlan[],
    epoch: number,
    entry: Pick<CutEntry, 'number'>,
    publish: (rows: ViewRows) => void,
  ) {
    this.#views = views;
    this.#epoch = String(epoch);
    this.#deadEpoch = `${epoch}.${entry.number}`;
    this.#publish = publish;
  }

  /**
   * What was committed before this start and is still in the topics: the newest rows of each view, and of the dead letters. Told also
   * where there are none: what was shown of another epoch is over.
   */
  async fill(broker: BrokerAddress, counters: CutEntry['counters'], deadTopic: string): Promise<void> {
    for (const view of this.#views) {
      const written = counters[view.node]?.['written'] ?? 0;
      const rows = await readTail(broker, view.topic, Math.min(rowsPerView, written), (ranges, i) =>
        viewRow(view, ranges.buffer, ranges.valueStart[i] as number, ranges.valueEnd[i] as number),
      );
      this.#tell(view, rows, written - rows.length);
    }
    this.#tellDead(await readTail(broker, deadTopic, rowsPerView, deadLetterAt));
  }

  /** A cut whose commit has ended. */
  committed({ entry, outputs, deadLetters }: Cut): void {
    for (const view of this.#views) {
      const buffer = outputs.get(view.node);
      if (buffer === undefined) continue;
      const rows = newestRows(view, buffer);
      this.#tell(view, rows, (entry.counters[view.node]?.['written'] ?? 0) - rows.length);
    }
    if (deadLetters.length === 0) return;
    const skipped = Math.max(0, deadLetters.length - rowsPerView);
    this.#deadLetters += skipped;
    this.#tellDead(deadLetters.slice(skipped).map(deadLetterRow));
  }

  #tell(view: ViewPlan, rows: readonly (readonly Cell[])[], first: number): void {
    this.#publish({ node: view.node, epoch: this.#epoch, first, columns: viewColumns(view), rows });
  }

  #tellDead(rows: readonly (readonly Cell[])[]): void {
    const first = this.#deadLetters;
    this.#deadLetters += rows.length;
    this.#publish({ node: null, epoch: this.#deadEpoch, first, columns: DEAD_LETTER_COLUMNS, rows });
  }
}

function newestRows(view: ViewPlan, { bytes, count, valueStart, valueEnd }: OutputBuffer): Cell[][] {
  const first = Math.max(0, count - rowsPerView);
  return Array.from({ length: count - first }, (_, i) =>
    viewRow(view, bytes, valueStart[first + i] as number, valueEnd[first + i] as number),
  );
}

function deadLetterAt(ranges: RecordRanges, i: number): Cell[] {
  const slice = (start: number, end: number) => (start < 0 ? null : ranges.buffer.subarray(start, end));
  const headers = slice(ranges.headersStart[i] as number, ranges.headersEnd[i] as number);
  return deadLetterRowOfRecord(
    slice(ranges.keyStart[i] as number, ranges.keyEnd[i] as number),
    slice(ranges.valueStart[i] as number, ranges.valueEnd[i] as number),
    headers === null ? [] : parseHeaders(headers),
  );
}
