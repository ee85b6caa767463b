import type { PipelineSummary } from '@millrace/live';
import type { CataloguedPipeline } from '../files/pipeline-catalogue.ts';
import type { RunView } from './run-view.ts';

/** Longer reasons are cut in lists, characters; a task's own state has all of it. */
const LONGEST_REASON = 1_000;

/** A pipeline for lists: its file (null: it has gone while the pipeline runs) and its run. */
export function summaryOf(
  name: string,
  file: CataloguedPipeline | null,
  runId: string | null,
  view: RunView,
): PipelineSummary {
  const { state, revision, revisionVersion, sinceMs, failure, question } = view;
  return {
    name,
    file: file?.file ?? '',
    id: runId ?? file?.id ?? null,
    version: file?.version ?? '',
    layoutVersion: file?.layoutVersion ?? null,
    errors: file?.errors == null ? null : file.errors + (file.sharing.length > 0 ? 1 : 0),
    run: {
      state,
      revision,
      revisionVersion,
      sinceMs,
      failure: failure === null ? null : { ...failure, message: shortened(failure.message) },
      question: question === null ? null : { ...question, message: shortened(question.message) },
    },
  };
}

function shortened(text: string): string {
  return text.length <= LONGEST_REASON ? text : `${text.slice(0, LONGEST_REASON)}…`;
}
