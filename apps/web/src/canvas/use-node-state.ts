import { useDocument } from '../document/document-store.ts';
import { useRun } from '../run/run-store.ts';

/** The state shape of a card: `pending` is in the draft only, `off` does not run. */
export type NodeState = 'ok' | 'off' | 'pending' | 'error';

/** What the service knows of the open pipeline; undefined until it has told. */
export function usePipelineSummary() {
  const name = useDocument((state) => state.name);
  return useRun(({ pipelines }) => pipelines?.find((pipeline) => pipeline.name === name));
}

export function useNodeState(_node: string): NodeState {
  const run = usePipelineSummary()?.run;
  if (run === undefined || run.revision === null) return 'pending';
  if (run.state === 'failed') return 'error';
  return run.state === 'stopped' ? 'off' : 'ok';
}
