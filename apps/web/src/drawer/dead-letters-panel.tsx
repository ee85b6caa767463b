import { cellText } from '../look/format.ts';
import { ScrollRegion } from '../look/scroll-region.tsx';
import { useRun } from '../run/run-store.ts';
import { inReadingOrder, newestRows } from './windows-of.ts';

const SHOWN = 200;
const at = { reason: 0, node: 1, topic: 2, partition: 3, offset: 4, timestamp: 5, key: 6, value: 7 } as const;

/** Records that could not be decoded or processed, newest first, with their position (E8). */
export function DeadLettersPanel() {
  const letters = useRun((state) => state.deadLetters);
  if (letters.rows.length === 0)
    return <p className="note mute">No dead letters. Every record could be decoded and processed.</p>;
  const newest = inReadingOrder(newestRows(letters, SHOWN), null);
  return (
    <ScrollRegion className="scroll" label="Dead letters">
      <table>
        <thead>
          <tr>
            <th>Reason</th>
            <th>Node</th>
            <th>Position</th>
            <th>Time</th>
            <th>Key</th>
            <th>Value</th>
          </tr>
        </thead>
        <tbody>
          {newest.map(({ sequence, row }) => (
            <tr key={sequence}>
              <td className="reason">{cellText(row[at.reason], 'STRING')}</td>
              <td>{cellText(row[at.node], 'STRING')}</td>
              <td className="mono">{positionOf(row)}</td>
              <td>{cellText(row[at.timestamp], 'TIMESTAMP')}</td>
              <td className="mono">{cellText(row[at.key], 'STRING')}</td>
              <td className="mono clip raw">{cellText(row[at.value], 'STRING')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

/** A row that was fired from state has no position. */
function positionOf(row: readonly unknown[]): string {
  const topic = row[at.topic];
  return topic === null ? 'from state' : `${String(topic)}[${String(row[at.partition])}] @ ${String(row[at.offset])}`;
}
