import type { Cell } from '@millrace/live';
import { useEffect, useMemo, useState } from 'react';
import { startPipeline } from '../api/service-api.ts';
import { usePipelineSummary } from '../canvas/use-node-state.ts';
import { useDocument } from '../document/document-store.ts';
import { cellText, grouped, isNumeric, windowName } from '../look/format.ts';
import { Icon } from '../look/icon.tsx';
import { ScrollRegion } from '../look/scroll-region.tsx';
import { NO_ROWS, type ResultRows } from '../run/result-rows.ts';
import { followView, useRun } from '../run/run-store.ts';
import { useLive } from '../run/use-live.ts';
import { Bars } from './bars.tsx';
import { emptinessOf } from './emptiness.ts';
import { EmptyState } from './empty-state.tsx';
import { inReadingOrder, windowsOf } from './windows-of.ts';

/** So many rows are in the table at once; older ones are in the topic. */
const SHOWN = 200;

/** Committed rows of a live view, newest first, and bars for one of their numbers (E7). */
export function ResultsPanel() {
  const name = useDocument((state) => state.name);
  const inspected = useDocument((state) => state.inspected);
  const views = [...inspected.nodes].flatMap(([key, { spec }]) => (spec?.type === 'live-view' ? [key] : []));
  const [chosen, setChosen] = useState<string | null>(null);
  const view = chosen !== null && views.includes(chosen) ? chosen : (views[0] ?? null);
  useEffect(() => (name === null || view === null ? undefined : followView(name, view)), [name, view]);
  const rows = useRun(({ results }) => (view === null ? NO_ROWS : (results.get(view) ?? NO_ROWS)));
  const [paused, setPaused] = useState<ResultRows | null>(null);
  if (view === null) {
    const fact = 'Connect a live view to see committed rows here.';
    return <EmptyState what={{ icon: 'live-view', tone: 'pending', title: 'No live view', fact }} />;
  }
  const shown = paused ?? rows;
  return (
    <>
      <div className="panel">
        <div className="pbar">
          {views.length > 1 && (
            <select
              className="inp"
              aria-label="Live view"
              value={view}
              onChange={(event) => setChosen(event.target.value)}
            >
              {views.map((key) => (
                <option key={key}>{key}</option>
              ))}
            </select>
          )}
          <span className="row small mute">
            <i className={paused === null ? 'st' : 'st off'} />
            {paused === null
              ? 'following'
              : `${grouped(rows.first + rows.rows.length - paused.first - paused.rows.length)} new rows`}
          </span>
          <button type="button" className="btn sm" onClick={() => setPaused(paused === null ? rows : null)}>
            <Icon name={paused === null ? 'pause' : 'play'} small={true} />
            {paused === null ? 'Pause' : 'Follow'}
          </button>
          {shown.gaps > 0 && <span className="chip waiting">{grouped(shown.gaps)} rows not shown</span>}
        </div>
        {shown.rows.length === 0 ? <Nothing /> : <ResultTable rows={shown} />}
      </div>
      {shown.rows.length > 0 && <Bars rows={shown} />}
    </>
  );
}

function Nothing() {
  const pipeline = usePipelineSummary();
  const link = useRun((state) => state.link);
  const { gauges } = useLive();
  const what = emptinessOf({ link, pipeline, gauges });
  const isStartable = pipeline !== undefined && (what.title === 'Not started' || what.title === 'Stopped');
  return (
    <EmptyState
      what={what}
      {...(isStartable && { action: { label: 'Start it', act: () => void startPipeline(pipeline.name) } })}
    />
  );
}

function ResultTable({ rows }: { readonly rows: ResultRows }) {
  const { columns } = rows;
  const windows = windowsOf(columns);
  const shown = useMemo(() => inReadingOrder(rows.rows.slice(-SHOWN), windowsOf(columns)), [rows.rows, columns]);
  const others = columns.flatMap((column, i) => (windows?.hidden.includes(i) === true ? [] : [{ ...column, i }]));
  return (
    <ScrollRegion className="scroll" label="Committed rows">
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
        <tbody>
          {shown.map((row) => (
            <tr key={JSON.stringify(row)}>
              {windows !== null && <td className="mono">{windowCell(row, windows)}</td>}
              {others.map(({ name, type, i }) => (
                <td key={name} className={isNumeric(type) ? 'num' : undefined}>
                  {cellText(row[i], type)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function windowCell(row: readonly Cell[], { start, end }: { readonly start: number; readonly end: number }): string {
  const [from, to] = [row[start], row[end]];
  return typeof from === 'number' && typeof to === 'number' ? windowName(from, to) : '–';
}
