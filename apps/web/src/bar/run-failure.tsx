import { usePipelineSummary } from '../canvas/use-node-state.ts';
import { timeOfDay } from '../look/format.ts';
import { useRun } from '../run/run-store.ts';

/** Why a pipeline has stopped or is tried again, in the service's words, for as long as that is so. */
export function RunFailure() {
  const run = usePipelineSummary()?.run;
  const isOpen = useRun(({ link }) => link.open);
  if (!isOpen || run === undefined || run.failure === null) return null;
  const isOver = run.state === 'failed';
  if (!isOver && run.state !== 'retrying') return null;
  const { message, task, atMs } = run.failure;
  return (
    <div className={isOver ? 'banner' : 'banner waiting'} role={isOver ? 'alert' : 'status'}>
      <b>{isOver ? 'Stopped by an error.' : 'Tries again.'}</b>
      <span className="grow">{message}</span>
      <span className="small">
        {task === '' ? '' : `Task ${task}, `}
        {timeOfDay(atMs)}
      </span>
    </div>
  );
}
