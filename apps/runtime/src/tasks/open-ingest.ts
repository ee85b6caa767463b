import { makeIngestSource } from '@millrace/connectors-node';
import { assert } from '@millrace/model';
import { GenerationWriter } from '../state-log/generation-writer.ts';
import { readStateLog } from '../state-log/read-state-log.ts';
import { IngestTask } from './ingest-task.ts';
import type { RunningTask } from './open-task.ts';
import { openWriter } from './open-writer.ts';
import type { TaskContext } from './task-context.ts';

/** An ingest task has no node whose meaning could change: its position is all it keeps. */
const NO_MEANING: Readonly<Record<string, string>> = {};

/** Opens the ingest task of a node where its last committed step ended. */
export async function openIngest(context: TaskContext, node: string): Promise<RunningTask> {
  const { spec, checked, tasks, clock, report } = context;
  const task = tasks.tasks.find((candidate) => candidate.kind === 'ingest' && candidate.node === node);
  const source = checked.nodes.get(node);
  assert(task?.kind === 'ingest' && source !== undefined, 'a spec names an ingest task of its pipeline');
  report({ type: 'phase', phase: 'recovering', detail: task.stateTopic });
  const { broker } = spec;
  const writer = await openWriter(context, task.transactionalId);
  const recovered = await readStateLog<unknown>(broker, task.stateTopic).catch((error: unknown) => {
    writer.close();
    throw error;
  });
  const ingest = makeIngestSource(source.definition.spec.type, source.config);
  report({ type: 'phase', phase: 'running', detail: '' });
  return new IngestTask({
    source: ingest,
    position: recovered?.entry ?? ingest.first(clock()),
    writer,
    generations: new GenerationWriter<unknown>(NO_MEANING, recovered, false),
    dataTopic: task.dataTopic,
    stateTopic: task.stateTopic,
    dueMs: spec.end?.dueMs ?? null,
    clock,
  });
}
