export { DataFolderError, namespaceOf, readTextFile, writeFileAtomically } from './data-folder/data-folder.ts';
export { lockDataFolder } from './data-folder/folder-lock.ts';
export { type Revision, RevisionStore } from './data-folder/revision-store.ts';
export { readPipeline } from './pipeline/read-pipeline.ts';
export { PipelineRun, type PipelineRunOptions } from './supervisor/pipeline-run.ts';
export type { SupervisorReport } from './supervisor/task-supervisor.ts';
export type { StartChoices } from './tasks/start-decision.ts';
export type { TaskFailure } from './tasks/task-failure.ts';
export type { CommittedResults, SourceLag, TaskProgress, TaskReport } from './tasks/task-report.ts';
