import { type ReactNode, useEffect, useRef, useState } from 'react';
import { ServiceRefusal, startPipeline } from '../api/service-api.ts';
import { usePipelineSummary } from '../canvas/use-node-state.ts';
import { useDocument } from '../document/document-store.ts';
import { useInspector } from '../inspector/inspector-store.ts';
import { grouped } from '../look/format.ts';
import { Icon } from '../look/icon.tsx';
import { NO_ROWS } from '../run/result-rows.ts';
import { followView, retryNow, useRun } from '../run/run-store.ts';
import { useLive } from '../run/use-live.ts';
import { useViewport } from '../viewport/viewport-store.ts';
import { Bars } from './bars.tsx';
import { type EmptyAction, emptinessOf } from './emptiness.ts';
import { EmptyState } from './empty-state.tsx';
import { type HeldRows, newRows } from './held-rows.ts';
import { ResultTable } from './result-table.tsx';
import { viewPath } from './view-path.ts';

/** Committed rows of a live view, newest first, and bars for one of their numbers (E7). */
export function ResultsPanel() {
  const name = useDocument((state) => state.name);
  const inspected = useDocument((state) => state.inspected);
  const views = [...inspected.nodes].flatMap(([key, { spec }]) => (spec?.type === 'live-view' ? [key] : []));
  const [chosen, setChosen] = useState<string | null>(null);
  const view = chosen !== null && views.includes(chosen) ? chosen : (views[0] ?? null);
  useEffect(() => (name === null || view === null ? undefined : followView(name, view)), [name, view]);
  if (view === null) {
    const fact = 'Connect a live view to see committed rows here.';
    return <EmptyState what={{ icon: 'live-view', tone: 'pending', title: 'No live view', fact }} />;
  }
  return (
    <ViewRows key={view} view={view}>
      {views.length > 1 && (
        <select className="inp" aria-label="Live view" value={view} onChange={(event) => setChosen(event.target.value)}>
          {views.map((key) => (
            <option key={key}>{key}</option>
          ))}
        </select>
      )}
    </ViewRows>
  );
}

function ViewRows({ view, children }: { readonly view: string; readonly children: ReactNode }) {
  const rows = useRun(({ results }) => results.get(view) ?? NO_ROWS);
  const [held, setHeld] = useState<HeldRows | null>(null);
  const panel = useRef<HTMLDivElement>(null);
  const shown = held?.rows ?? rows;
  const follow = () => {
    setHeld(null);
    panel.current?.querySelector('.scroll')?.scrollTo({ top: 0 });
  };
  const onScroll = (isAtTop: boolean) => {
    if (!isAtTop && held === null) setHeld({ rows, by: 'scroll' });
    if (isAtTop && held?.by === 'scroll') setHeld(null);
  };
  return (
    <>
      <div className="panel" ref={panel}>
        <div className="pbar">
          {children}
          <span className="row small mute">
            <i className={held === null ? 'st' : 'st off'} />
            {held === null ? 'following' : newRowsText(newRows(held.rows, rows))}
          </span>
          <button
            type="button"
            className="btn sm"
            onClick={() => (held === null ? setHeld({ rows, by: 'button' }) : follow())}
          >
            <Icon name={held === null ? 'pause' : 'play'} small={true} />
            {held === null ? 'Pause' : 'Follow'}
          </button>
          {shown.gaps > 0 && <span className="chip waiting">{grouped(shown.gaps)} rows not shown</span>}
        </div>
        {shown.rows.length === 0 ? (
          <Nothing view={view} />
        ) : (
          <ResultTable view={view} rows={shown} onScroll={onScroll} />
        )}
      </div>
      {shown.rows.length > 0 && <Bars rows={shown} />}
    </>
  );
}

function newRowsText(count: number): string {
  return count === 1 ? '1 new row' : `${grouped(count)} new rows`;
}

function Nothing({ view }: { readonly view: string }) {
  const pipeline = usePipelineSummary();
  const link = useRun((state) => state.link);
  const document = useDocument((state) => state.document);
  const { gauges } = useLive();
  const path = viewPath(document?.edges ?? [], view);
  const titleOf = (node: string) => document?.nodes.get(node)?.label ?? node;
  return <EmptyState what={emptinessOf({ link, pipeline, gauges, path, titleOf })} act={act} />;
}

function act(action: EmptyAction): void {
  const { name } = useDocument.getState();
  switch (action.kind) {
    case 'start':
      if (name !== null) startPipeline(name).catch(sayRefusal);
      break;
    case 'retry':
      retryNow();
      break;
    case 'dead-letters':
      useViewport.getState().showDrawer('Dead letters');
      break;
    case 'why':
      useInspector.getState().goTo(action.node, null);
      useInspector.getState().show('Live');
      break;
    case 'settings':
      useInspector.getState().goTo(action.node, null);
  }
}

function sayRefusal(error: unknown): void {
  const message = error instanceof ServiceRefusal ? error.message : 'The service cannot be reached.';
  useViewport.getState().setNotice(message);
}
