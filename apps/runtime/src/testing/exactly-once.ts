import type { BrokerAddress } from '@millrace/kafka';
import { listBounds } from '@millrace/kafka';
import { planTasks, type TaskPlan } from '@millrace/plan';
import { ensureTopics } from '../pipeline/ensure-topics.ts';
import { readPipeline } from '../pipeline/read-pipeline.ts';
import type { TaskSpec } from '../tasks/task-spec.ts';
import { type BidRow, type Bids, passes, WINDOW_MS } from './bids-input.ts';

const ID = 'aaaaaaaaaaaa';

/** A spec of the process task of a document, its topics made, with the present ends of its source. */
export async function specToEnd(
  broker: BrokerAddress,
  document: string,
  namespace: string,
  source: { readonly topic: string; readonly partitions: number },
  flush: boolean,
): Promise<{ readonly spec: TaskSpec; readonly tasks: TaskPlan }> {
  const checked = readPipeline(document, new Map());
  if (!checked.ok) throw new Error(checked.issues.map(({ message }) => message).join('\n'));
  const tasks = planTasks(checked.value, { namespace, id: ID });
  const maxMessageBytes = await ensureTopics(broker, tasks.topics);
  const bounds = await listBounds(broker, source.topic, source.partitions, 'read_committed');
  const spec: TaskSpec = {
    document,
    parameters: {},
    namespace,
    id: ID,
    broker,
    task: { kind: 'process' },
    choices: { onReset: 'ask', onChange: 'ask' },
    maxMessageBytes,
    end: { until: { bids: bounds.map(({ latest }) => latest) }, dueMs: 0, flush },
  };
  return { spec, tasks };
}

/** The rows of the windows over these bids: what the output topic must hold, as text, sorted. */
export function expectedWindows(rows: readonly BidRow[]): string[] {
  const panes = new Map<
    string,
    { auction: number; start: number; bids: number; total: number | null; top: number | null }
  >();
  for (const { auction, price, time } of rows.filter(passes)) {
    const start = Math.floor(time / WINDOW_MS) * WINDOW_MS;
    const pane = panes.get(`${auction}@${start}`) ?? { auction, start, bids: 0, total: null, top: null };
    pane.bids += 1;
    if (price !== null) {
      pane.total = (pane.total ?? 0) + price;
      pane.top = Math.max(pane.top ?? price, price);
    }
    panes.set(`${auction}@${start}`, pane);
  }
  return [...panes.values()].map(windowText).sort();
}

function windowText(pane: {
  auction: number;
  start: number;
  bids: number;
  total: number | null;
  top: number | null;
}): string {
  const { auction, start, bids, total, top } = pane;
  const end = start + WINDOW_MS;
  const times = [start, end, end - 1].map(sqlTime);
  return JSON.stringify({
    auction,
    window_start: times[0],
    window_end: times[1],
    window_time: times[2],
    bids,
    total,
    top,
  });
}

export function sqlTime(ms: number): string {
  return new Date(ms).toISOString().replace('T', ' ');
}

/** The rows that can be decoded. */
export function rowsOf({ logs }: Bids): BidRow[] {
  return logs.flatMap((log) => log.filter((row) => row !== null));
}

/** A late row as its topic holds it: which bid, which window. */
export type LateRow = {
  readonly auction: number;
  readonly price: number | null;
  readonly time: number;
  readonly windowEnd: number;
};

export function parseLate(value: string): LateRow {
  const row = JSON.parse(value) as { auction: number; price: number | null; date_time: string; window_end: string };
  return {
    auction: row.auction,
    price: row.price,
    time: Date.parse(row.date_time),
    windowEnd: Date.parse(row.window_end),
  };
}
