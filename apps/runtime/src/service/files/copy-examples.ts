import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipelineNameOf } from '@millrace/model';
import type { PipelineFolder } from './pipeline-folder.ts';

/**
 * Copies the pipelines of the example folders, with their layouts, into a folder without pipelines; gives the names of the copies. Where there is a
 * pipeline already nothing is copied.
 */
export function copyExamples(folder: PipelineFolder, examples: readonly string[]): string[] {
  if (folder.names().length > 0) return [];
  return examples.flatMap((example) =>
    readdirSync(example).flatMap((file) => {
      const name = pipelineNameOf(file);
      if (!name.ok) return [];
      folder.write(name.value, 'document', readFileSync(join(example, file), 'utf8'), null);
      const layout = join(example, `${name.value}.layout.json`);
      if (existsSync(layout)) folder.write(name.value, 'layout', readFileSync(layout, 'utf8'), null);
      return [name.value];
    }),
  );
}
