import type { PipelineSummary } from '@millrace/live';
import type { Saving } from '../document/document-store.ts';
import type { LinkState } from '../run/live-client.ts';

export type Chip = { readonly text: string; readonly tone: string; readonly shape: string };

/** What runs, in a chip. */
export function stateWords(pipeline: PipelineSummary | undefined, link: LinkState, waits: number): Chip {
  if (!link.open && link.lostAtMs !== null) return { text: 'Connection lost', tone: 'error', shape: 'error' };
  if (pipeline === undefined || pipeline.run.revision === null)
    return { text: 'Never deployed', tone: '', shape: 'pending' };
  switch (pipeline.run.state) {
    case 'stopped':
      return { text: 'Stopped', tone: '', shape: 'off' };
    case 'starting':
      return { text: 'Starting', tone: 'waiting', shape: 'waiting' };
    case 'stopping':
      return { text: 'Stopping', tone: 'waiting', shape: 'waiting' };
    case 'retrying':
      return { text: 'Tries again', tone: 'waiting', shape: 'waiting' };
    case 'failed':
      return { text: 'Stopped by an error', tone: 'error', shape: 'error' };
    case 'question':
      return { text: 'Waits for your answer', tone: 'waiting', shape: 'waiting' };
    case 'running':
      return waits === 0
        ? { text: 'Running', tone: 'ok', shape: '' }
        : {
            text: `Running, ${waits === 1 ? '1 window waits' : `${waits} windows wait`}`,
            tone: 'waiting',
            shape: 'waiting',
          };
  }
}

/** Whether the draft's file is another than that of the deployed revision. */
export function isDraftNew(pipeline: PipelineSummary | undefined, version: string | undefined): boolean {
  return pipeline === undefined || pipeline.run.revisionVersion !== version;
}

type Draft = {
  readonly saving: Saving;
  readonly errors: number;
  readonly revision: number | null;
  readonly isNew: boolean;
  readonly changedElsewhere: boolean;
};

/** What the draft is against the running revision, and whether it is in its file. */
export function draftWords({ saving, errors, revision, isNew, changedElsewhere }: Draft): {
  readonly text: string;
  readonly tone: string;
} {
  if (saving === 'failed') return { text: 'Draft not saved yet, kept here', tone: 'waiting' };
  if (errors > 0) return { text: `Draft has ${errors === 1 ? '1 error' : `${errors} errors`}`, tone: 'error' };
  if (changedElsewhere && isNew) return { text: 'Changed in another window, shown here', tone: '' };
  const saved = saving === 'saved' ? 'Draft saved' : 'Saving draft';
  if (revision === null) return { text: saved, tone: '' };
  return { text: isNew ? `${saved}, differs from r${revision}` : `${saved}, same as r${revision}`, tone: '' };
}
