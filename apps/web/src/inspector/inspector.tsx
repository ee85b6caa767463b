import type { InspectedNode } from '@millrace/plan';
import { useRef } from 'react';
import { useDocument } from '../document/document-store.ts';
import { Icon, Tile } from '../look/icon.tsx';
import { ScrollRegion } from '../look/scroll-region.tsx';
import { Splitter } from '../look/splitter.tsx';
import { useViewport } from '../viewport/viewport-store.ts';
import { ColumnsTab } from './columns-tab.tsx';
import { type InspectorTab, useInspector } from './inspector-store.ts';
import { LiveTab } from './live-tab.tsx';
import { SettingsTab } from './settings-tab.tsx';

const WIDTHS = [280, 480] as const;
const TABS: readonly InspectorTab[] = ['Settings', 'Live', 'Columns'];

/** The selected node: what it is set to, what it does now, what it sends. */
export function Inspector({ nodeKey }: { readonly nodeKey: string }) {
  const inspected = useDocument(({ inspected: all }) => all.nodes.get(nodeKey));
  const tab = useInspector((state) => state.tab);
  const show = useInspector((state) => state.show);
  const width = useViewport(({ sizes }) => sizes.inspector);
  const panel = useRef<HTMLElement>(null);
  if (inspected === undefined) return null;
  return (
    <aside className="insp" aria-label="Inspector" ref={panel} style={width === null ? undefined : { width }}>
      <Splitter
        label="Width of the inspector"
        axis="x"
        size={width}
        range={WIDTHS}
        measure={() => panel.current?.offsetWidth ?? WIDTHS[0]}
        onSize={(size) => useViewport.getState().setSize('inspector', size)}
      />
      <Head nodeKey={nodeKey} node={inspected} />
      <div className="tabs itabs" role="tablist">
        {TABS.map((name) => (
          <button
            key={name}
            type="button"
            role="tab"
            aria-selected={name === tab}
            className={name === tab ? 'tab on' : 'tab'}
            onClick={() => show(name)}
          >
            {name}
          </button>
        ))}
      </div>
      <ScrollRegion className="ibody" label={tab}>
        {tab === 'Settings' && <SettingsTab key={nodeKey} nodeKey={nodeKey} node={inspected} />}
        {tab === 'Live' && <LiveTab nodeKey={nodeKey} node={inspected} />}
        {tab === 'Columns' && <ColumnsTab node={inspected} />}
      </ScrollRegion>
    </aside>
  );
}

function Head({ nodeKey, node }: { readonly nodeKey: string; readonly node: InspectedNode }) {
  const written = useDocument(({ document }) => document?.nodes.get(nodeKey));
  const change = useDocument((state) => state.change);
  const select = useInspector((state) => state.select);
  return (
    <div className="ih">
      <Tile type={written?.type ?? ''} role={node.spec?.role ?? 'operator'} />
      <div className="grow">
        <input
          className="t bare"
          aria-label="Name"
          value={written?.label ?? nodeKey}
          onChange={(event) => {
            const label = event.target.value === '' ? undefined : event.target.value;
            change({ kind: 'setLabel', key: nodeKey, label }, undefined, `label ${nodeKey}`);
          }}
        />
        <div className="c">
          {node.spec?.title ?? `no type ${written?.type}`} · key {nodeKey}
        </div>
      </div>
      <button type="button" className="btn icon ghost" aria-label="Close inspector" onClick={() => select([])}>
        <Icon name="close" small={true} />
      </button>
    </div>
  );
}
