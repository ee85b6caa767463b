import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { DataFolderError, readTextFile, writeFileAtomically } from '../../data-folder/data-folder.ts';

/** A pipeline that should run. `name` is that of its file when it was started. */
const desiredPipeline = z.strictObject({ id: z.string(), name: z.string() });
export type DesiredPipeline = z.infer<typeof desiredPipeline>;

const fileSchema = z.strictObject({ format: z.literal('millrace/running@1'), pipelines: z.array(desiredPipeline) });

/** Which pipelines should run: `running.json` in the data folder, so that it survives the service. */
export class DesiredState {
  readonly #path: string;
  readonly #pipelines: Map<string, DesiredPipeline>;
  /** There was no file: nobody has started or stopped anything here yet. */
  readonly isFirst: boolean;

  /** Throws {@link DataFolderError} for a file that it cannot read. */
  constructor(dataFolder: string) {
    mkdirSync(dataFolder, { recursive: true });
    this.#path = join(dataFolder, 'running.json');
    const text = readTextFile(this.#path);
    this.isFirst = text === null;
    this.#pipelines = new Map((text === null ? [] : parse(this.#path, text)).map((one) => [one.id, one]));
  }

  get pipelines(): readonly DesiredPipeline[] {
    return [...this.#pipelines.values()];
  }

  add(pipeline: DesiredPipeline): void {
    this.#pipelines.set(pipeline.id, pipeline);
    this.#write();
  }

  remove(id: string): void {
    this.#pipelines.delete(id);
    this.#write();
  }

  #write(): void {
    const file = { format: 'millrace/running@1', pipelines: this.pipelines };
    writeFileAtomically(this.#path, `${JSON.stringify(file, null, 2)}\n`);
  }
}

function parse(path: string, text: string): readonly DesiredPipeline[] {
  const parsed = fileSchema.safeParse(jsonOf(text));
  if (parsed.success) return parsed.data.pipelines;
  throw new DataFolderError(
    `${path} does not say which pipelines should run. Restore it, or delete it: then none starts by itself.`,
  );
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
