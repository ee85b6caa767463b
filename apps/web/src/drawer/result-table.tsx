import type { Cell } from '@millrace/live';
import { memo, useMemo } from 'react';
import { useDocument } from '../document/document-store.ts';
import { cellText, isNumeric, windowName } from '../look/format.ts';
import { ScrollRegion } from '../look/scroll-region.tsx';
import type { ResultRows } from '../run/result-rows.ts';
import { useRun } from '../run/run-store.ts';
import { useLive } from '../run/use-live.ts';
import { feedingWindow, openPaneRows } from './open-panes.ts';
import { committedTo, inReadingOrder, newestRows, type WindowColumns, windowsOf } from './windows-of.ts';

/** So many rows are in the table at once; older ones are in the topic. */
const SHOWN = 200;

type Props = {
  readonly view: string;
  readonly rows: ResultRows;
  readonly onScroll: (isAtTop: boolean) => void;
};

/** Open windows first, which are no results yet, then committed rows. */
export function ResultTable({ view, rows, onScroll }: Props) {
  const { columns } = rows;
  const windows = windowsOf(columns);
  const others = columns.filter((_, i) => windows?.hidden.includes(i) !== true);
  return (
    <ScrollRegion className="scroll" label="Committed rows" onScroll={onScroll}>
      <table>
        <thead>
          <tr>
            {windows !== null && <th>Window</th>}
            {others.map(({ name, type }) => (
              <th key={name} className={isNumeric(type) ? 'num' : undefined}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        {windows !== null && <OpenRows view={view} span={others.length} committedToMs={committedTo(rows, windows)} />}
        <CommittedRows rows={rows} windows={windows} />
      </table>
    </ScrollRegion>
  );
}

type OpenProps = { readonly view: string; readonly span: number; readonly committedToMs: number };

function OpenRows({ view, span, committedToMs }: OpenProps) {
  const document = useDocument((state) => state.document);
  const waiting = useRun(({ status }) => status.waiting);
  const { gauges } = useLive();
  const windows = gauges?.windows ?? {};
  const feeding = document === null ? null : feedingWindow(document, view, (node) => node in windows);
  const explanation = feeding === null ? undefined : windows[feeding];
  if (feeding === null || explanation === undefined) return null;
  return (
    <tbody className="pend">
      {openPaneRows(explanation, waiting.has(feeding), committedToMs).map(({ startMs, endMs, words }) => (
        <tr key={`${startMs} ${endMs}`}>
          <td className="mono">{windowName(startMs, endMs)}</td>
          <td colSpan={span}>
            <i className="st pending" />
            {words}
          </td>
        </tr>
      ))}
    </tbody>
  );
}

type CommittedProps = { readonly rows: ResultRows; readonly windows: WindowColumns | null };

const CommittedRows = memo(
  function CommittedRows({ rows, windows }: CommittedProps) {
    const { columns } = rows;
    const shown = useMemo(() => inReadingOrder(newestRows(rows, SHOWN), windows), [rows, windows]);
    const others = columns.flatMap((column, i) => (windows?.hidden.includes(i) === true ? [] : [{ ...column, i }]));
    return (
      <tbody className="committed">
        {shown.map(({ sequence, row }) => (
          <tr key={sequence}>
            {windows !== null && <td className="mono">{windowCell(row, windows)}</td>}
            {others.map(({ name, type, i }) => (
              <td key={name} className={isNumeric(type) ? 'num' : undefined}>
                {cellText(row[i], type)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    );
  },
  (before, after) => before.rows === after.rows,
);

function windowCell(row: readonly Cell[], { start, end }: WindowColumns): string {
  const [from, to] = [row[start], row[end]];
  return typeof from === 'number' && typeof to === 'number' ? windowName(from, to) : '–';
}
