import { type EdgeSchema, failure, type Issue, type NodeSpec, success } from '@millrace/model';
import { type LiveViewConfig, liveViewSchema } from './config.ts';
import { liveViewForm } from './form.ts';

/** Committed rows shown as they come (E7). */
export const liveViewSpec: NodeSpec<LiveViewConfig> = {
  type: 'live-view',
  version: 1,
  role: 'sink',
  title: 'Live view',
  schema: liveViewSchema,
  migrations: {},
  form: liveViewForm,
  inputs: () => [{ name: 'in', required: true }],
  outputs: () => [],
  resolve(_, inputs) {
    const issues = [...inputs.values()].flatMap(changelogIssues);
    return issues.length > 0 ? failure(issues) : success(new Map());
  },
};

function changelogIssues({ changelog }: EdgeSchema): Issue[] {
  const message =
    'The input changes rows that it has sent; a live view shows rows that stay. Connect an input that only adds.';
  return changelog ? [{ severity: 'error', message }] : [];
}
