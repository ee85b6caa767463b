import type { RunEvent } from '../runs/run-view.ts';
import type { Log } from './log.ts';

/** What of a run's events belongs into the log; numbers and results do not. */
export function logRun(log: Log, pipeline: string, event: RunEvent): void {
  switch (event.type) {
    case 'starting':
      log('info', 'pipeline starting', { pipeline, revision: event.revision });
      break;
    case 'stopping':
      log('info', 'pipeline stopping', { pipeline });
      break;
    case 'attempt-failed':
      log('warning', 'pipeline retrying', { pipeline, reason: event.failure.message, inMs: event.inMs });
      break;
    case 'ended':
      if (event.failure === null) log('info', 'pipeline stopped', { pipeline });
      else {
        const { kind, code, message } = event.failure;
        log(kind === 'ask' ? 'warning' : 'error', 'pipeline ended', { pipeline, code, reason: message });
      }
      break;
    case 'report':
      logReport(log, pipeline, event);
  }
}

function logReport(log: Log, pipeline: string, { task, report }: Extract<RunEvent, { type: 'report' }>): void {
  if (report.type === 'phase') log('info', 'task', { pipeline, task, phase: report.phase, detail: report.detail });
  else if (report.type === 'retrying') {
    log('warning', 'task retrying', { pipeline, task, reason: report.failure.message, inMs: report.inMs });
  }
}
