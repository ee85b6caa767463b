export {
  type CheckAnswer,
  type Conflict,
  checkSchema,
  conflictSchema,
  type FileText,
  fileTextSchema,
  MAX_BODY_BYTES,
  type PipelineFiles,
  type PipelineList,
  pipelineFilesSchema,
  pipelineListSchema,
  planSchema,
  refusalSchema,
  type StartRequest,
  startSchema,
  type TopicList,
  textSchema,
  topicListSchema,
  type WriteFile,
  writeFileSchema,
} from './api.ts';
export { type EventTime, toEventTime } from './event-time.ts';
export type { LiveExplanation } from './explanation.ts';
export { type Gauges, gaugesSchema, type SourceGauges, type TaskState } from './gauges.ts';
export { LIVE_LIMITS } from './limits.ts';
export { type Channel, type DownMessage, downMessageSchema, type UpMessage, upMessageSchema } from './messages.ts';
export { type PipelineSummary, pipelineSummarySchema, type RunState } from './pipeline-summary.ts';
export { type Cell, type Rows, rowsSchema, type ViewColumn } from './rows.ts';
export { LIVE_VERSION } from './version.ts';
