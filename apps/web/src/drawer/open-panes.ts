import type { LiveExplanation } from '@millrace/live';
import type { PipelineDocument } from '@millrace/model';
import { durationText, grouped } from '../look/format.ts';

/** An open window of the node that a view shows: progress, no result (E7). */
export type OpenPaneRow = { readonly startMs: number; readonly endMs: number; readonly words: string };

/** The nearest window node whose results reach a view; null where there is none, or more than one at the same distance. */
export function feedingWindow(
  { edges }: Pick<PipelineDocument, 'edges'>,
  view: string,
  isWindow: (node: string) => boolean,
): string | null {
  const seen = new Set([view]);
  let front: readonly string[] = [view];
  while (front.length > 0) {
    const before = edges.filter(({ to, from }) => front.includes(to.node) && from.port !== 'error');
    // What comes by a window's late port are rows, not its results.
    const senders = [...new Set(before.filter(({ from }) => from.port !== 'late').map(({ from }) => from.node))];
    const windows = senders.filter(isWindow);
    if (windows.length > 0) return windows.length === 1 ? (windows[0] ?? null) : null;
    front = senders.filter((node) => !seen.has(node));
    for (const node of front) seen.add(node);
  }
  return null;
}

/**
 * The open panes in words, the newest first as results stand. Progress is told a little later than results: what ends by
 * `committedToMs` is not open any more.
 */
export function openPaneRows(
  { open, nextClose, holder }: LiveExplanation,
  isHeld: boolean,
  committedToMs: number,
): readonly OpenPaneRow[] {
  return open
    .filter(({ end }) => end > committedToMs)
    .map(({ start, end, rows, keys }) => {
      const isNext = nextClose !== null && start === nextClose.start && end === nextClose.end;
      const count = `${grouped(rows)} ${rows === 1 ? 'row' : 'rows'} of ${grouped(keys)} ${keys === 1 ? 'key' : 'keys'}`;
      return { startMs: start, endMs: end, words: `open, ${count}, ${isNext ? closing() : 'not a result yet'}` };
    })
    .reverse();

  function closing(): string {
    if (isHeld && holder.kind === 'partition') return `held by ${holder.source}[${holder.partition}]`;
    if (isHeld || nextClose?.missingMs == null) return 'not a result yet';
    return nextClose.missingMs <= 0 ? 'closing now' : `closes in ${durationText(nextClose.missingMs)}`;
  }
}
