import { failure, type Result, success } from '../issue.ts';
import { nameFault } from '../values/name.ts';

export const PIPELINE_FILE_ENDING = '.pipeline.json';

/** The name of the pipeline in a file, `bids` of `bids.pipeline.json`. Folders before the file's name do not matter. */
export function pipelineNameOf(path: string): Result<string> {
  const file = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  if (!file.endsWith(PIPELINE_FILE_ENDING)) {
    return refused(`A pipeline's file ends in ${PIPELINE_FILE_ENDING}; ${file} does not. Rename it.`);
  }
  const name = file.slice(0, -PIPELINE_FILE_ENDING.length);
  const fault = nameFault(name);
  return fault === null ? success(name) : refused(`${fault} The pipeline has the name of its file.`);
}

function refused(message: string): Result<string> {
  return failure([{ severity: 'error', message }]);
}
