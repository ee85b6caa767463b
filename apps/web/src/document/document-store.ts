import type { PipelineFiles } from '@millrace/live';
import { type Edit, type Issue, type PipelineDocument, parseDocument } from '@millrace/model';
import { type InspectedDocument, inspectDocument } from '@millrace/plan';
import { create } from 'zustand';
import { type Deployed, deployedOf } from './deployed.ts';
import { applyStep, type History, type Moves, NO_HISTORY, redone, remembered, undone } from './edit-history.ts';
import { type Layout, parseLayout } from './layout.ts';
import type { StoredFiles } from './stored-files.ts';

export type Saving = 'saved' | 'waiting' | 'saving' | 'failed';

type DocumentState = {
  /** The file's name; null while no pipeline is open. */
  readonly name: string | null;
  /** Null where the file's text is no document; `faults` say why. */
  readonly document: PipelineDocument | null;
  readonly faults: readonly Issue[];
  readonly layout: Layout;
  readonly inspected: InspectedDocument;
  readonly history: History;
  readonly visit: string | null;
  /** What was read or written last: what the next write is based on. */
  readonly stored: StoredFiles | null;
  /** What was deployed last; null before the first start. */
  readonly deployed: Deployed | null;
  readonly saving: Saving;
  /** A draft of this page that gave way to a newer file; nothing is lost. */
  readonly displaced: PipelineDocument | null;
  /** Said once: the file was changed elsewhere and is shown here. */
  readonly changedElsewhere: boolean;
  open(files: PipelineFiles, displaced: PipelineDocument | null): void;
  /** A newer file is shown in place of the draft, which is kept if it was not written. */
  replace(files: PipelineFiles): void;
  /** Another revision was deployed. */
  deployedNow(revision: PipelineFiles['revision']): void;
  /** One undo step; issues where it does not fit. Changes of one `visit` to a field are one step together. */
  change(edit: Edit | null, moves?: Moves, visit?: string): readonly Issue[];
  undo(): void;
  redo(): void;
  restoreDisplaced(): void;
  /** A draft that was based on `from` is in the files now. Files that were read since are not touched by it. */
  written(from: StoredFiles, to: StoredFiles): void;
  setSaving(saving: Saving): void;
};

const NOTHING: InspectedDocument = { nodes: new Map(), issues: [] };
const NO_MOVES: Moves = new Map();

/** The open pipeline's draft: the graph, its edits and how they are undone, its issues. */
export const useDocument = create<DocumentState>((set, get) => ({
  name: null,
  document: null,
  faults: [],
  layout: new Map(),
  inspected: NOTHING,
  history: NO_HISTORY,
  visit: null,
  stored: null,
  deployed: null,
  saving: 'saved',
  displaced: null,
  changedElsewhere: false,

  open: (files, displaced) =>
    set({
      name: files.name,
      ...read(files),
      history: NO_HISTORY,
      saving: 'saved',
      displaced,
      changedElsewhere: false,
    }),

  replace: (files) => {
    const { document: mine, saving } = get();
    const displaced = saving === 'saved' ? null : mine;
    set({ ...read(files), history: NO_HISTORY, saving: 'saved', displaced, changedElsewhere: true });
  },

  deployedNow: (revision) => set({ deployed: deployedOf(revision) }),

  change: (edit, moves = NO_MOVES, visit) => {
    const { document, layout, history, visit: last } = get();
    if (document === null) return [];
    const applied = applyStep({ document, layout }, { edit, moves });
    if (!('draft' in applied)) return applied;
    const isSameVisit = visit !== undefined && visit === last;
    const remember = isSameVisit ? history : remembered(history, applied.inverse);
    set({ ...drafted(applied.draft), history: remember, visit: visit ?? null });
    return [];
  },

  undo: () => {
    const { document, layout, history } = get();
    const back = document === null ? null : undone({ document, layout }, history);
    if (back !== null) set({ ...drafted(back.draft), history: back.history, visit: null });
  },

  redo: () => {
    const { document, layout, history } = get();
    const again = document === null ? null : redone({ document, layout }, history);
    if (again !== null) set({ ...drafted(again.draft), history: again.history, visit: null });
  },

  restoreDisplaced: () => {
    const { displaced, layout } = get();
    if (displaced !== null) set({ ...drafted({ document: displaced, layout }), history: NO_HISTORY, displaced: null });
  },

  written: (from, to) =>
    set(({ stored, saving }) =>
      stored === from ? { stored: to, saving: saving === 'saving' ? 'saved' : saving } : {},
    ),

  setSaving: (saving) => set({ saving }),
}));

function read({ document, layout, revision }: PipelineFiles) {
  const parsed = parseDocument(document.text);
  return {
    document: parsed.ok ? parsed.value : null,
    faults: parsed.ok ? [] : parsed.issues,
    inspected: parsed.ok ? inspectDocument(parsed.value) : NOTHING,
    layout: parseLayout(layout?.text ?? null),
    stored: { document, layout },
    deployed: deployedOf(revision),
  };
}

function drafted({ document, layout }: { readonly document: PipelineDocument; readonly layout: Layout }) {
  return {
    document,
    layout,
    inspected: inspectDocument(document),
    saving: 'waiting' as const,
    changedElsewhere: false,
  };
}
