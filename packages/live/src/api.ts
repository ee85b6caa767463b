import { z } from 'zod';
import { pipelineSummarySchema } from './pipeline-summary.ts';

/** The largest body of a request, bytes; a document is smaller. */
export const MAX_BODY_BYTES = 2 * 1024 * 1024;

/** `GET /api/pipelines`. */
export const pipelineListSchema = z.strictObject({ pipelines: z.array(pipelineSummarySchema), kafka: z.string() });
export type PipelineList = z.infer<typeof pipelineListSchema>;

/** A file as it is: `version` is what a write must name to show that it has seen it. */
export const fileTextSchema = z.strictObject({ text: z.string(), version: z.string() });
export type FileText = z.infer<typeof fileTextSchema>;

/** `GET /api/pipelines/:name`: the document, and the layout where there is one. */
export const pipelineFilesSchema = z.strictObject({
  name: z.string(),
  document: fileTextSchema,
  layout: fileTextSchema.nullable(),
  /** The deployed revision's text, null before the first start. */
  revision: z.strictObject({ number: z.number(), text: z.string() }).nullable(),
});
export type PipelineFiles = z.infer<typeof pipelineFilesSchema>;

/**
 * `PUT /api/pipelines/:name` and `…/layout`: a new text over the version that the writer has seen; `base` null: the file must not
 * exist. Answer {@link fileTextSchema}, or 409 with {@link conflictSchema}.
 */
export const writeFileSchema = z.strictObject({ text: z.string().max(MAX_BODY_BYTES), base: z.string().nullable() });
export type WriteFile = z.infer<typeof writeFileSchema>;

/** The 409 of a write: what is there now, null where there is no file. */
export const conflictSchema = z.strictObject({ message: z.string(), current: fileTextSchema.nullable() });
export type Conflict = z.infer<typeof conflictSchema>;

/** `POST /api/check` and `POST /api/plan`. */
export const textSchema = z.strictObject({ text: z.string().max(MAX_BODY_BYTES) });

/**
 * `POST /api/pipelines/:name/start`: deploys the file's text and runs it. The choices answer a start's question (E9). Answer the
 * pipeline's summary, as of `POST …/stop` and `GET …/status`.
 */
export const startSchema = z.strictObject({
  onReset: z.enum(['ask', 'keep', 'rewind']).default('ask'),
  onChange: z.enum(['ask', 'keep-positions', 'restart']).default('ask'),
});
export type StartRequest = z.infer<typeof startSchema>;

/** Issues as `check` and a refused start tell them. */
const issueSchema = z.strictObject({
  severity: z.enum(['error', 'warning']),
  node: z.string().optional(),
  field: z.string().optional(),
  message: z.string(),
  range: z.strictObject({ from: z.number(), to: z.number() }).optional(),
});

/** The answer of `POST /api/check`, and the 422 of a start. */
export const checkSchema = z.strictObject({ issues: z.array(issueSchema) });
export type CheckAnswer = z.infer<typeof checkSchema>;

/** The answer of `POST /api/plan`: the tasks, topics and names that a start will use, in words (`check --plan`). */
export const planSchema = z.strictObject({ issues: z.array(issueSchema), plan: z.string().nullable() });

/** `GET /api/topics`. */
export const topicListSchema = z.strictObject({
  topics: z.array(z.strictObject({ name: z.string(), partitions: z.number() })),
});
export type TopicList = z.infer<typeof topicListSchema>;

/** Every refusal: what happened, where, what to do. */
export const refusalSchema = z.strictObject({ message: z.string() });
