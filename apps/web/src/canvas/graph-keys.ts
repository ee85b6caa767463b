import { useReactFlow } from '@xyflow/react';
import { type KeyboardEvent, useCallback } from 'react';
import { useDocument } from '../document/document-store.ts';
import { useInspector } from '../inspector/inspector-store.ts';
import { useViewport } from '../viewport/viewport-store.ts';
import { arrangeAll, copySelection, deleteSelection, paste } from './graph-work.ts';
import { keyOf } from './key-name.ts';

type View = { readonly fit: () => void; readonly zoomIn: () => void; readonly zoomOut: () => void };

/** A key of the canvas: its names as the browser gives them, as the map shows it, and what it does. */
type Key = {
  readonly names: readonly string[];
  readonly shown: string;
  readonly words: string;
  readonly act: (view: View) => void;
};

/** Keys that act while the canvas has the focus; `Mod` is Control, or Command on a Mac. */
export const KEYS: readonly Key[] = [
  { names: ['a'], shown: 'A', words: 'Add a node', act: openPalette },
  {
    names: ['Enter'],
    shown: 'Enter',
    words: 'Settings of the node',
    act: () => useInspector.getState().show('Settings'),
  },
  {
    names: ['w'],
    shown: 'W',
    words: 'Why has this window not fired?',
    act: () => useInspector.getState().show('Live'),
  },
  { names: ['i'], shown: 'I', words: 'Inspector on and off', act: () => useInspector.getState().toggle() },
  { names: ['j'], shown: 'J', words: 'Drawer on and off', act: () => useViewport.getState().toggleDrawer() },
  { names: ['1'], shown: '1', words: 'Results', act: () => useViewport.getState().showDrawer('Results') },
  { names: ['2'], shown: '2', words: 'Dead letters', act: () => useViewport.getState().showDrawer('Dead letters') },
  { names: ['3'], shown: '3', words: 'Issues', act: () => useViewport.getState().showDrawer('Issues') },
  { names: ['Delete', 'Backspace'], shown: 'Delete', words: 'Delete, mend the edge', act: deleteSelection },
  { names: ['Mod+c'], shown: 'Ctrl C', words: 'Copy', act: copySelection },
  { names: ['Mod+x'], shown: 'Ctrl X', words: 'Cut', act: cut },
  { names: ['Mod+v'], shown: 'Ctrl V', words: 'Paste', act: paste },
  { names: ['Mod+d'], shown: 'Ctrl D', words: 'Duplicate', act: duplicate },
  { names: ['Mod+a'], shown: 'Ctrl A', words: 'Select all', act: selectAll },
  { names: ['Escape'], shown: 'Esc', words: 'Select nothing', act: () => useInspector.getState().select([]) },
  { names: ['l', 'Shift+L'], shown: 'L', words: 'Arrange', act: () => void arrangeAll() },
  { names: ['0'], shown: '0', words: 'Fit', act: ({ fit }) => fit() },
  { names: ['+'], shown: '+', words: 'Zoom in', act: ({ zoomIn }) => zoomIn() },
  { names: ['-'], shown: '−', words: 'Zoom out', act: ({ zoomOut }) => zoomOut() },
  { names: ['?'], shown: '?', words: 'This map', act: () => useViewport.getState().showKeys(true) },
];

const ACTS: ReadonlyMap<string, (view: View) => void> = new Map(
  KEYS.flatMap(({ names, act }) => names.map((name) => [name, act] as const)),
);

export function useGraphKeys(): (event: KeyboardEvent) => void {
  const flow = useReactFlow();
  return useCallback(
    (event) => {
      if (event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement) return;
      const act = ACTS.get(keyOf(event));
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

function openPalette(): void {
  const { palette, togglePalette } = useViewport.getState();
  if (palette === 'closed') togglePalette();
}

function cut(): void {
  copySelection();
  deleteSelection();
}

function duplicate(): void {
  copySelection();
  paste();
}

function selectAll(): void {
  useInspector.getState().select([...(useDocument.getState().document?.nodes.keys() ?? [])]);
}
