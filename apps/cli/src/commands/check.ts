import { parseArgs } from 'node:util';
import { formatTasks, planTasks } from '@millrace/plan';
import { readPipeline } from '@millrace/runtime';
import { formatIssue } from '../terminal/format-issue.ts';
import { ExitCode } from './exit-code.ts';
import { parseParameters, readNamedFile, theFile } from './read-file.ts';

/** Stands in the names of a pipeline that has no id yet. */
const NO_ID = '000000000000';

/** `millrace check FILE [--plan]`: the issues of a document; with `--plan` its tasks, topics, groups and transactional ids. */
export function check(args: readonly string[]): ExitCode {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      plan: { type: 'boolean', default: false },
      id: { type: 'string' },
      namespace: { type: 'string' },
      set: { type: 'string', multiple: true, default: [] },
    },
  });
  const file = theFile('check', positionals);
  const pipeline = readPipeline(readNamedFile(file), parseParameters(values.set));
  for (const issue of pipeline.issues) console.log(formatIssue(issue));
  if (!pipeline.ok) return ExitCode.failed;
  const { document } = pipeline.value;
  console.log(`${file}: no errors in ${document.nodes.size} nodes and ${document.edges.length} edges.`);
  if (values.plan) {
    const name = { namespace: values.namespace ?? 'namespace', id: values.id ?? document.id ?? NO_ID };
    console.log(`\n${formatTasks(planTasks(pipeline.value, name))}`);
  }
  return ExitCode.done;
}
