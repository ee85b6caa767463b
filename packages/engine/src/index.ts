export { type BalanceSum, balance } from './balance.ts';
export { ChangeKind } from './contract/change-kind.ts';
export type { Cut, CutEntry, CutTime, DeadLetter, PartitionCut, SourceCut } from './contract/cut.ts';
export type { Decoder } from './contract/decoder.ts';
export type { Encoder, RowWriter } from './contract/encoder.ts';
export type {
  EventTime,
  ExecutablePlan,
  OperatorPlan,
  OutputPlan,
  SinkPlan,
  SourcePlan,
  Target,
} from './contract/executable-plan.ts';
export type { Explanation, HeldBecause, WatermarkHolder } from './contract/explanation.ts';
export type { FedRecords, Job, JobProgress, SourceProgress, StateBase } from './contract/job.ts';
export {
  type Emit,
  type OpenPane,
  type Operator,
  type OperatorContext,
  type OperatorCounter,
  PipelineStopped,
  type RowOrigin,
} from './contract/operator.ts';
export type { PartitionEnds, RecordRanges } from './contract/records.ts';
export type { PaneShape, Panes, PaneTable, StateContext, StateValue } from './contract/state.ts';
export { sentence } from './explain/sentence.ts';
export { makeJob } from './make-job.ts';
export { OutputBuffer } from './output-buffer.ts';
