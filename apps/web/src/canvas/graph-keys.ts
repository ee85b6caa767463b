import { useReactFlow } from '@xyflow/react';
import { type KeyboardEvent, useCallback } from 'react';
import { useDocument } from '../document/document-store.ts';
import { useInspector } from '../inspector/inspector-store.ts';
import { useViewport } from '../viewport/viewport-store.ts';
import { arrangeAll, copySelection, deleteSelection, paste } from './graph-work.ts';

type View = { readonly fit: () => void; readonly zoomIn: () => void; readonly zoomOut: () => void };

/** Keys that act while the canvas has the focus, by name; `Mod` is Control, or Command on a Mac. */
const KEYS: Readonly<Record<string, (view: View) => void>> = {
  Delete: deleteSelection,
  Backspace: deleteSelection,
  'Mod+c': copySelection,
  'Mod+v': paste,
  'Mod+x': () => {
    copySelection();
    deleteSelection();
  },
  'Mod+d': () => {
    copySelection();
    paste();
  },
  'Mod+a': () => useInspector.getState().select([...(useDocument.getState().document?.nodes.keys() ?? [])]),
  a: () => {
    const { palette, togglePalette } = useViewport.getState();
    if (palette === 'closed') togglePalette();
  },
  l: () => void arrangeAll(),
  '0': ({ fit }) => fit(),
  '+': ({ zoomIn }) => zoomIn(),
  '-': ({ zoomOut }) => zoomOut(),
  w: () => useInspector.getState().show('Live'),
  Enter: () => useInspector.getState().show('Settings'),
  Escape: () => useInspector.getState().select([]),
};

export function useGraphKeys(): (event: KeyboardEvent) => void {
  const flow = useReactFlow();
  return useCallback(
    (event) => {
      if (event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement) return;
      const act = KEYS[`${event.ctrlKey || event.metaKey ? 'Mod+' : ''}${event.key}`];
      if (act === undefined || event.altKey) return;
      event.preventDefault();
      act({
        fit: () => void flow.fitView({ padding: 0.12, maxZoom: 1.15 }),
        zoomIn: () => void flow.zoomIn(),
        zoomOut: () => void flow.zoomOut(),
      });
    },
    [flow],
  );
}
