import type { EdgeDocument } from '@millrace/model';
import { create } from 'zustand';

export type InspectorTab = 'Settings' | 'Live' | 'Columns';

type InspectorState = {
  /** Nodes that are selected on the canvas; the inspector shows one. */
  readonly nodes: readonly string[];
  readonly edges: readonly EdgeDocument[];
  readonly tab: InspectorTab;
  readonly field: string | null;
  /** Put away until it is asked for again, whatever is selected. */
  readonly isHidden: boolean;
  select(nodes: readonly string[], edges?: readonly EdgeDocument[]): void;
  show(tab: InspectorTab): void;
  toggle(): void;
  /** Opens a node's settings at a field, such as that of an issue. */
  goTo(node: string, field: string | null): void;
};

export const useInspector = create<InspectorState>((set) => ({
  nodes: [],
  edges: [],
  tab: 'Settings',
  field: null,
  isHidden: false,
  select: (nodes, edges = []) => set({ nodes, edges, field: null }),
  show: (tab) => set({ tab, isHidden: false }),
  toggle: () => set(({ isHidden }) => ({ isHidden: !isHidden })),
  goTo: (node, field) => set({ nodes: [node], edges: [], tab: 'Settings', field, isHidden: false }),
}));
