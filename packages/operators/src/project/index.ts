import { accepted, inputOf } from '../inputs.ts';
import type { OperatorDefinition } from '../operator-definition.ts';
import { projectedOutputs } from './columns.ts';
import type { ProjectConfig } from './config.ts';
import { makeProject } from './run.ts';
import { projectSpec } from './spec.ts';

export const project: OperatorDefinition<ProjectConfig> = {
  spec: projectSpec,
  compile(config, inputs, onError = 'port') {
    const columns = accepted(projectedOutputs(config, inputOf(inputs))).map((output) => output.from);
    return { make: (context) => makeProject(columns, onError, context), watermarkHoldMs: 0 };
  },
};
