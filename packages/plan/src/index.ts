export { checkDocument } from './check/check-document.ts';
export type {
  CheckedNode,
  CheckedOperator,
  CheckedPipeline,
  CheckedSink,
  CheckedSource,
} from './check/checked-pipeline.ts';
export { type InspectedDocument, type InspectedNode, inspectDocument } from './check/inspect-document.ts';
export { compileProcess } from './compile/compile-process.ts';
export { compileViews, type ViewPlan } from './compile/compile-views.ts';
export { compareMeaning, type MeaningChange, sameMeaning } from './meaning/compare-meaning.ts';
export { meaningHashes } from './meaning/meaning-hashes.ts';
export { formatTasks } from './tasks/format-tasks.ts';
export { type PipelineName, planTasks } from './tasks/plan-tasks.ts';
export type {
  IngestTask,
  ProcessSource,
  ProcessTask,
  Task,
  TaskPlan,
  TopicPlan,
  TopicPurpose,
} from './tasks/task-plan.ts';
