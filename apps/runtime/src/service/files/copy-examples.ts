import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipelineNameOf } from '@millrace/model';
import type { PipelineFolder } from './pipeline-folder.ts';

/**
 * Copies the pipelines of the example folders into a folder without pipelines; gives the names of the copies. Where there is a
 * pipeline already nothing is copied.
 */
export function copyExamples(folder: PipelineFolder, examples: readonly string[]): string[] {
  if (folder.names().length > 0) return [];
  return examples.flatMap((example) =>
    readdirSync(example).flatMap((file) => {
      const name = pipelineNameOf(file);
      if (!name.ok) return [];
      folder.write(name.value, 'document', readFileSync(join(example, file), 'utf8'), null);
      return [name.value];
    }),
  );
}
