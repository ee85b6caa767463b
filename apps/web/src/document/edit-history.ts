import { applyEdit, type Edit, type Issue, type PipelineDocument } from '@millrace/model';
import type { Layout, Position } from './layout.ts';

/** Places that change together; null: the node has none any more. */
export type Moves = ReadonlyMap<string, Position | null>;

/** One step of work: a change of the document, of places, or of both, undone as one. */
export type Step = { readonly edit: Edit | null; readonly moves: Moves };

export type Draft = { readonly document: PipelineDocument; readonly layout: Layout };

export type History = { readonly past: readonly Step[]; readonly future: readonly Step[] };

export const NO_HISTORY: History = { past: [], future: [] };
/** Older steps are forgotten. */
const LONGEST = 500;

type Applied = { readonly draft: Draft; readonly inverse: Step };

/** The draft after a step and the step that leads back; issues where the edit does not fit. */
export function applyStep({ document, layout }: Draft, { edit, moves }: Step): Applied | readonly Issue[] {
  const edited = edit === null ? null : applyEdit(document, edit);
  if (edited !== null && !edited.ok) return edited.issues;
  const before = new Map([...moves.keys()].map((key) => [key, layout.get(key) ?? null] as const));
  return {
    draft: { document: edited?.value.document ?? document, layout: moved(layout, moves) },
    inverse: { edit: edited?.value.inverse ?? null, moves: before },
  };
}

/** The history after a new step, whose inverse is given. What had been undone is gone. */
export function remembered({ past }: History, inverse: Step): History {
  return { past: [...past, inverse].slice(-LONGEST), future: [] };
}

/** Takes the last step back; null when there is none. */
export function undone(draft: Draft, { past, future }: History): { draft: Draft; history: History } | null {
  const applied = applyLast(draft, past);
  return applied === null
    ? null
    : { draft: applied.draft, history: { past: past.slice(0, -1), future: [...future, applied.inverse] } };
}

/** Does the last undone step again; null when there is none. */
export function redone(draft: Draft, { past, future }: History): { draft: Draft; history: History } | null {
  const applied = applyLast(draft, future);
  return applied === null
    ? null
    : { draft: applied.draft, history: { past: [...past, applied.inverse], future: future.slice(0, -1) } };
}

function applyLast(draft: Draft, steps: readonly Step[]): Applied | null {
  const step = steps.at(-1);
  const applied = step === undefined ? null : applyStep(draft, step);
  return applied === null || !('draft' in applied) ? null : applied;
}

function moved(layout: Layout, moves: Moves): Layout {
  if (moves.size === 0) return layout;
  const next = new Map(layout);
  for (const [key, position] of moves) {
    if (position === null) next.delete(key);
    else next.set(key, position);
  }
  return next;
}
