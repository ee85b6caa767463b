import type { Gauges, PipelineSummary } from '@millrace/live';
import { grouped, momentText, timeOfDay, windowName } from '../look/format.ts';
import type { LinkState } from '../run/live-client.ts';
import type { ViewPath } from './view-path.ts';

/** The one thing that helps. `node`: what it is about. */
export type EmptyAction =
  | { readonly kind: 'start' | 'retry' | 'dead-letters'; readonly label: string }
  | { readonly kind: 'why' | 'settings'; readonly label: string; readonly node: string };

/** Which emptiness a panel shows: a name, the fact with its number, and what to do (V4). */
export type Emptiness = {
  readonly icon: string;
  readonly tone: 'pending' | 'waiting' | 'late' | 'error';
  readonly title: string;
  readonly fact: string;
  readonly action?: EmptyAction;
};

type Known = {
  readonly link: LinkState;
  readonly pipeline: PipelineSummary | undefined;
  readonly gauges: Gauges | null;
  readonly path: ViewPath;
  /** What a node is called on its card. */
  readonly titleOf: (node: string) => string;
};

const START: EmptyAction = { kind: 'start', label: 'Start it' };

/** Why there is no result yet, the outermost reason first (V4). */
export function emptinessOf(known: Known): Emptiness {
  const { link, pipeline, gauges } = known;
  if (!link.open && link.lostAtMs !== null) {
    const fact = `Service silent since ${timeOfDay(link.lostAtMs)}. Your draft is safe.`;
    const action: EmptyAction = { kind: 'retry', label: 'Try now' };
    return { icon: 'bolt', tone: 'error', title: 'Connection lost', fact, action };
  }
  if (pipeline === undefined || pipeline.run.revision === null) {
    const fact = 'This pipeline was never deployed.';
    return { icon: 'play', tone: 'pending', title: 'Not started', fact, action: START };
  }
  return emptinessOfState(pipeline.run) ?? (gauges === null ? STARTING : emptinessOfRun(gauges, known));
}

const STARTING: Emptiness = {
  icon: 'clock',
  tone: 'pending',
  title: 'Starting',
  fact: 'The first numbers are on their way.',
};

/** Null while it runs. */
function emptinessOfState({ state, revision, failure, question }: PipelineSummary['run']): Emptiness | null {
  switch (state) {
    case 'failed':
      return { icon: 'warn', tone: 'error', title: 'Stopped by an error', fact: failure?.message ?? '', action: START };
    case 'stopped': {
      const fact = `Revision r${revision} does not run.`;
      return { icon: 'stop', tone: 'pending', title: 'Stopped', fact, action: START };
    }
    case 'question':
      return {
        icon: 'warn',
        tone: 'waiting',
        title: 'Waits for your answer',
        fact: question?.message ?? '',
        action: START,
      };
    case 'retrying':
      return { icon: 'bolt', tone: 'waiting', title: 'Tries again', fact: failure?.message ?? '' };
    case 'starting':
    case 'stopping':
    case 'running':
      return null;
  }
}

function emptinessOfRun(gauges: Gauges, { path, titleOf }: Known): Emptiness {
  if (path.feeds.length === 0) {
    const fact = 'No edge leads to this view. Draw one from the node whose rows you want to see.';
    return { icon: 'live-view', tone: 'pending', title: 'Not connected', fact };
  }
  const sum = (counter: string) => [...path.nodes].reduce((all, node) => all + countOf(gauges, node, counter), 0);
  const read = sum('read');
  if (read === 0) return noRecords(gauges, path);
  if (sum('passed') === 0) {
    const fact = `${grouped(sum('dead') + sum('quarantined'))} of ${grouped(read)} records failed.`;
    const action: EmptyAction = { kind: 'dead-letters', label: 'Open dead letters' };
    return { icon: 'warn', tone: 'error', title: 'Nothing could be decoded', fact, action };
  }
  return (
    sidePort(path) ??
    waiting(gauges, path) ??
    allLate(gauges, path, titleOf) ??
    allFiltered(gauges, path, titleOf) ?? {
      icon: 'clock',
      tone: 'pending',
      title: 'No results yet',
      fact: `${read === 1 ? '1 record was' : `${grouped(read)} records were`} read.`,
    }
  );
}

function noRecords({ sources }: Gauges, { nodes }: ViewPath): Emptiness {
  const reading = Object.entries(sources).flatMap(([node, source]) => (nodes.has(node) ? [source] : []));
  const partitions = reading.reduce((all, { partitionCount }) => all + partitionCount, 0);
  const topics = reading.map(({ topic }) => topic).join(', ');
  const fact = `Reading ${topics}. ${partitions === 1 ? '1 partition' : `${partitions} partitions`}, nothing new.`;
  return { icon: 'clock', tone: 'pending', title: 'No records yet', fact };
}

/** A view of what came too late or failed is empty when all is well. */
function sidePort({ feeds }: ViewPath): Emptiness | null {
  if (feeds.every(({ port }) => port === 'late')) {
    return {
      icon: 'diamond',
      tone: 'pending',
      title: 'No late rows',
      fact: 'Every row came before its window closed.',
    };
  }
  if (!feeds.every(({ port }) => port === 'error')) return null;
  return { icon: 'check', tone: 'pending', title: 'No failed rows', fact: 'Every row could be processed.' };
}

function waiting({ windows }: Gauges, { nodes }: ViewPath): Emptiness | null {
  for (const [node, { nextClose, watermark, holder }] of Object.entries(windows)) {
    if (nextClose === null || !nodes.has(node)) continue;
    const now = typeof watermark === 'number' ? `now ${momentText(watermark)}` : 'there is no watermark yet';
    const held = holder.kind === 'partition' ? `, held by ${holder.source}[${holder.partition}]` : '';
    const fact = `${windowName(nextClose.start, nextClose.end)} closes at ${momentText(nextClose.end)}; ${now}${held}.`;
    const action: EmptyAction = { kind: 'why', label: 'Why has it not fired?', node };
    return { icon: 'hourglass', tone: 'waiting', title: 'Waiting for the watermark', fact, action };
  }
  return null;
}

function allLate(gauges: Gauges, { nodes }: ViewPath, titleOf: Known['titleOf']): Emptiness | null {
  const node = [...nodes].find((one) => countOf(gauges, one, 'late') > 0 && countOf(gauges, one, 'assignments') === 0);
  if (node === undefined) return null;
  const late = countOf(gauges, node, 'late');
  const fact = `${late === 1 ? '1 row' : `${grouped(late)} rows`} came to ${titleOf(node)} after their window had closed.`;
  const action: EmptyAction = { kind: 'why', label: `Open ${titleOf(node)}`, node };
  return { icon: 'diamond', tone: 'late', title: 'All late', fact, action };
}

function allFiltered(gauges: Gauges, { nodes }: ViewPath, titleOf: Known['titleOf']): Emptiness | null {
  const isDry = (node: string) => {
    const rows = countOf(gauges, node, 'in');
    return rows > 0 && countOf(gauges, node, 'filtered') === rows;
  };
  const node = [...nodes].find(isDry);
  if (node === undefined) return null;
  const fact = `${titleOf(node)} let 0 of ${grouped(countOf(gauges, node, 'in'))} rows through.`;
  const action: EmptyAction = { kind: 'settings', label: 'Open its condition', node };
  return { icon: 'filter', tone: 'pending', title: 'All filtered', fact, action };
}

function countOf({ nodes, counters }: Gauges, node: string, counter: string): number {
  return counters[counter]?.[nodes.indexOf(node)] ?? 0;
}
