import { isNewNode } from '../document/deployed.ts';
import { useDocument } from '../document/document-store.ts';
import { useRun } from '../run/run-store.ts';

/** The state shape of a card: `pending` was never deployed, `new` is not in the revision that was, `off` does not run. */
export type NodeState = 'ok' | 'off' | 'pending' | 'new' | 'error' | 'waiting';

/** What the service knows of the open pipeline; undefined until it has told. */
export function usePipelineSummary() {
  const name = useDocument((state) => state.name);
  return useRun(({ pipelines }) => pipelines?.find((pipeline) => pipeline.name === name));
}

export function useNodeState(node: string): NodeState {
  const run = usePipelineSummary()?.run;
  const isNew = useDocument(({ deployed, document }) => isNewNode(deployed, node, document?.nodes.get(node)?.type));
  if (run === undefined || run.revision === null) return 'pending';
  if (isNew) return 'new';
  switch (run.state) {
    case 'failed':
      return 'error';
    case 'retrying':
    case 'starting':
    case 'question':
      return 'waiting';
    case 'stopped':
      return 'off';
    case 'running':
    case 'stopping':
      return 'ok';
  }
}
