import type { Gauges, PipelineSummary } from '@millrace/live';
import { grouped, timeOfDay, windowName } from '../look/format.ts';
import type { LinkState } from '../run/live-client.ts';
import type { Emptiness } from './empty-state.tsx';

type Known = {
  readonly link: LinkState;
  readonly pipeline: PipelineSummary | undefined;
  readonly gauges: Gauges | null;
};

const STARTING = {
  icon: 'clock',
  tone: 'pending',
  title: 'Starting',
  fact: 'The first numbers are on their way.',
} as const;

/** Why there is no result yet, the outermost reason first (V4). */
export function emptinessOf({ link, pipeline, gauges }: Known): Emptiness {
  if (!link.open && link.lostAtMs !== null) {
    const fact = `Service silent since ${timeOfDay(link.lostAtMs)}. Your draft is safe.`;
    return { icon: 'bolt', tone: 'error', title: 'Connection lost', fact };
  }
  if (pipeline === undefined || pipeline.run.revision === null) {
    return { icon: 'play', tone: 'pending', title: 'Not started', fact: 'This pipeline was never deployed.' };
  }
  if (pipeline.run.state === 'failed') {
    return { icon: 'warn', tone: 'error', title: 'Stopped by an error', fact: pipeline.run.failure?.message ?? '' };
  }
  if (pipeline.run.state === 'stopped') {
    return {
      icon: 'stop',
      tone: 'pending',
      title: 'Stopped',
      fact: `Revision r${pipeline.run.revision} does not run.`,
    };
  }
  return gauges === null ? STARTING : emptinessOfRun(gauges);
}

function emptinessOfRun(gauges: Gauges): Emptiness {
  const sum = (counter: string) => (gauges.counters[counter] ?? []).reduce<number>((all, one) => all + (one ?? 0), 0);
  const [read, passed, dead] = [sum('read'), sum('passed'), sum('dead') + sum('quarantined')];
  if (read === 0) {
    const partitions = Object.values(gauges.sources).reduce((all, source) => all + source.partitions.length, 0);
    const topics = Object.values(gauges.sources).map(({ topic }) => topic);
    return {
      icon: 'clock',
      tone: 'pending',
      title: 'No records yet',
      fact: `Reading ${topics.join(', ')}. ${partitions} partitions, nothing new.`,
    };
  }
  if (passed === 0) {
    return {
      icon: 'warn',
      tone: 'error',
      title: 'Nothing could be decoded',
      fact: `${grouped(dead)} of ${grouped(read)} records failed.`,
    };
  }
  const waiting = Object.values(gauges.windows).find(({ nextClose }) => nextClose !== null);
  if (waiting?.nextClose != null) {
    const { nextClose, watermark, holder } = waiting;
    const now = typeof watermark === 'number' ? `now ${timeOfDay(watermark)}` : 'there is no watermark yet';
    const held = holder.kind === 'partition' ? `, held by ${holder.source}[${holder.partition}]` : '';
    const fact = `${windowName(nextClose.start, nextClose.end)} closes at ${timeOfDay(nextClose.end)}; ${now}${held}.`;
    return { icon: 'hourglass', tone: 'waiting', title: 'Waiting for the watermark', fact };
  }
  const late = sum('late');
  if (late > 0) {
    return {
      icon: 'diamond',
      tone: 'late',
      title: 'All late',
      fact: `${grouped(late)} rows came after their window had closed.`,
    };
  }
  const filtered = sum('filtered');
  if (filtered > 0) {
    return {
      icon: 'filter',
      tone: 'pending',
      title: 'All filtered',
      fact: `${grouped(filtered)} rows were dropped, none passed.`,
    };
  }
  return { icon: 'clock', tone: 'pending', title: 'No results yet', fact: `${grouped(read)} records were read.` };
}
