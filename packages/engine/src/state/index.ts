export { JobState } from './job-state.ts';
export { TypedPaneTable } from './pane-table.ts';
