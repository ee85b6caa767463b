export type {
  CheckedEdge,
  CheckedNode,
  CheckedOperator,
  CheckedPipeline,
  CheckedSink,
  CheckedSource,
  EdgeEnd,
} from './checked-pipeline.ts';
export type { IngestTask, ProcessSource, ProcessTask, Task, TaskPlan, TopicPlan, TopicPurpose } from './task-plan.ts';
