import { z } from 'zod';

/** `failed`: stopped by an error that no new attempt mends. `question`: a person decides before it starts. */
const runStateSchema = z.enum(['stopped', 'starting', 'running', 'retrying', 'stopping', 'failed', 'question']);
export type RunState = z.infer<typeof runStateSchema>;

/** Why it stopped or is tried again: what happened, where, what to do. */
const failureSchema = z.strictObject({ message: z.string(), task: z.string(), atMs: z.number() });

/** What a start asks when the stored state and the document disagree (E9). */
const startQuestionSchema = z.strictObject({
  kind: z.enum(['reset-question', 'change-question', 'flushed-question']),
  message: z.string(),
});

/** A pipeline file of the service's folder. `version` names its present text; `id` is null before its first start. */
export const pipelineSummarySchema = z.strictObject({
  name: z.string(),
  file: z.string(),
  id: z.string().nullable(),
  version: z.string(),
  layoutVersion: z.string().nullable(),
  /** Errors of the document, counted by the service; null: the file cannot be read as a document. */
  errors: z.number().nullable(),
  run: z.strictObject({
    state: runStateSchema,
    /** What was deployed last, null before the first start, and since when it runs. */
    revision: z.number().nullable(),
    /** The version (of the text) that the revision was made from. */
    revisionVersion: z.string().nullable(),
    sinceMs: z.number().nullable(),
    failure: failureSchema.nullable(),
    question: startQuestionSchema.nullable(),
  }),
});
export type PipelineSummary = z.infer<typeof pipelineSummarySchema>;
