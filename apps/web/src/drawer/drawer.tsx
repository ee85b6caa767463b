import { useRef } from 'react';
import { useDocument } from '../document/document-store.ts';
import { grouped } from '../look/format.ts';
import { Icon } from '../look/icon.tsx';
import { Splitter } from '../look/splitter.tsx';
import { useRun } from '../run/run-store.ts';
import { type DrawerTab, useViewport } from '../viewport/viewport-store.ts';
import { DeadLettersPanel } from './dead-letters-panel.tsx';
import { IssuesPanel } from './issues-panel.tsx';
import { ResultsPanel } from './results-panel.tsx';

const LEAST_HEIGHT = 120;
const MOST_OF_WINDOW = 0.7;

/** Rows, below the canvas. */
export function Drawer() {
  const { drawerOpen, drawerTab, showDrawer, toggleDrawer, sizes, setSize } = useViewport();
  const panel = useRef<HTMLElement>(null);
  const errors = useDocument(
    ({ inspected, faults }) => [...inspected.issues, ...faults].filter(({ severity }) => severity === 'error').length,
  );
  const issues = useDocument(({ inspected, faults }) => inspected.issues.length + faults.length);
  const deadLetters = useRun(({ status, deadLetters: known }) => Math.max(status.deadLetters, known.rows.length));
  const results = useRun(({ results: all }) =>
    [...all.values()].reduce((sum, { first, rows }) => sum + first + rows.length, 0),
  );
  const counts: Readonly<Record<DrawerTab, { readonly count: number; readonly tone: string }>> = {
    Results: { count: results, tone: '' },
    'Dead letters': { count: deadLetters, tone: deadLetters > 0 ? 'error' : '' },
    Issues: { count: issues, tone: errors > 0 ? 'error' : '' },
  };
  return (
    <section
      className={drawerOpen ? 'drawer' : 'drawer closed'}
      aria-label="Rows"
      ref={panel}
      style={drawerOpen && sizes.drawer !== null ? { height: sizes.drawer } : undefined}
    >
      {drawerOpen && (
        <Splitter
          label="Height of the drawer"
          axis="y"
          size={sizes.drawer}
          range={[LEAST_HEIGHT, Math.round(window.innerHeight * MOST_OF_WINDOW)]}
          measure={() => panel.current?.offsetHeight ?? LEAST_HEIGHT}
          onSize={(size) => setSize('drawer', size)}
        />
      )}
      <div className="tabs">
        <div className="tablist" role="tablist">
          {(['Results', 'Dead letters', 'Issues'] as const).map((tab) => (
            <button
              key={tab}
              type="button"
              role="tab"
              aria-selected={tab === drawerTab}
              className={tab === drawerTab ? 'tab on' : 'tab'}
              onClick={() => showDrawer(tab)}
            >
              {tab}
              {counts[tab].count > 0 && <span className={`cnt ${counts[tab].tone}`}>{grouped(counts[tab].count)}</span>}
            </button>
          ))}
        </div>
        <span className="grow" />
        <button
          type="button"
          className="btn icon ghost sm"
          aria-label={drawerOpen ? 'Close drawer' : 'Open drawer'}
          onClick={toggleDrawer}
        >
          <Icon name={drawerOpen ? 'down' : 'up'} small={true} />
        </button>
      </div>
      {drawerOpen && (
        <div className="dbody">
          {drawerTab === 'Results' && <ResultsPanel />}
          {drawerTab === 'Dead letters' && <DeadLettersPanel />}
          {drawerTab === 'Issues' && <IssuesPanel />}
        </div>
      )}
    </section>
  );
}
