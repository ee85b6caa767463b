import { type Job, makeJob } from '@millrace/engine';
import { parseDocument, type Result } from '@millrace/model';
import { checkDocument, compileProcess, planTasks } from '@millrace/plan';
import { PARTITIONS } from './bids.ts';
import { referenceDocument, SOURCE } from './reference-document.ts';

/** The product's own way from a document to a job. */
export function makeGeneralJob(): Job {
  const checked = accepted(
    checkDocument(accepted(parseDocument(referenceDocument('bids', 'per-auction', 'late-bids')))),
  );
  const plan = compileProcess(checked, planTasks(checked, { namespace: 'bench', id: 'k3v9q2m7xw4a' }));
  return makeJob(plan, new Map([[SOURCE, PARTITIONS]]));
}

function accepted<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.issues.map(({ message }) => message).join(' '));
  return result.value;
}
