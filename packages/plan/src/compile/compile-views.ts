import type { Decoder } from '@millrace/engine';
import { makeJsonDecoder } from '@millrace/formats';
import { assert, type Column } from '@millrace/model';
import type { CheckedPipeline } from '../check/checked-pipeline.ts';
import type { TaskPlan } from '../tasks/task-plan.ts';

/** A live view: where its rows are, and how they are read back. */
export type ViewPlan = {
  readonly node: string;
  readonly topic: string;
  readonly columns: readonly Column[];
  readonly decoder: Decoder;
};

/** The live views of a pipeline, in the order of their nodes' ids. */
export function compileViews(checked: CheckedPipeline, tasks: TaskPlan): readonly ViewPlan[] {
  const process = tasks.tasks.find((task) => task.kind === 'process');
  assert(process !== undefined, 'every pipeline has a process task');
  return process.sinks
    .filter(({ isView }) => isView)
    .map(({ node, topic }) => {
      const [input] = checked.nodes.get(node)?.inputs.values() ?? [];
      assert(input !== undefined, 'a sink has an input');
      const { columns } = input;
      return {
        node,
        topic,
        columns,
        decoder: makeJsonDecoder(columns.map(({ name, type }) => ({ name, type, required: false }))),
      };
    });
}
