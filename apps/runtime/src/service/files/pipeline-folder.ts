import { existsSync, mkdirSync, readdirSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { FileText } from '@millrace/live';
import { nameFault, PIPELINE_FILE_ENDING, pipelineNameOf } from '@millrace/model';
import { Refused } from '../refused.ts';
import { createFile, replaceFile } from './atomic-file.ts';
import { readRegularFile } from './read-regular-file.ts';
import { textVersion } from './text-version.ts';
import { WriteConflict } from './write-conflict.ts';

/** The two files of a pipeline: what it means, and where its nodes stand on the canvas. */
export type PipelinePart = 'document' | 'layout';

const ENDINGS: Readonly<Record<PipelinePart, string>> = { document: PIPELINE_FILE_ENDING, layout: '.layout.json' };
const decoder = new TextDecoder('utf-8', { fatal: true });

/**
 * The folder that holds the pipelines' files, and nothing outside of it: names are names of pipelines, and a link that leads out
 * is refused. Every call is one step of the event loop, so that of two writers with one base exactly one wins.
 */
export class PipelineFolder {
  /** Without links. */
  readonly path: string;

  constructor(path: string) {
    mkdirSync(path, { recursive: true });
    this.path = realpathSync(path);
  }

  /** Names of the pipelines that have a document, sorted; none while the folder is away. */
  names(): string[] {
    if (!existsSync(this.path)) return [];
    return readdirSync(this.path)
      .flatMap((file) => {
        const name = pipelineNameOf(file);
        return name.ok ? [name.value] : [];
      })
      .sort();
  }

  pathOf(name: string, part: PipelinePart): string {
    const fault = nameFault(name);
    if (fault !== null) throw new Refused('wrong', fault);
    return join(this.path, name + ENDINGS[part]);
  }

  /** The file's text and version; null where there is none. Throws {@link Refused} for what cannot be read as text. */
  read(name: string, part: PipelinePart): FileText | null {
    const path = this.#realPath(this.pathOf(name, part));
    const bytes = path === null ? null : readRegularFile(path);
    if (bytes === null) return null;
    try {
      return { text: decoder.decode(bytes), version: textVersion(bytes) };
    } catch {
      throw new Refused('wrong', `${path} is not UTF-8 text. Save it as UTF-8.`);
    }
  }

  /** Puts a text in the place of the version `base` (null: there must be no file). Throws {@link WriteConflict} otherwise. */
  write(name: string, part: PipelinePart, text: string, base: string | null): FileText {
    const path = this.pathOf(name, part);
    const current = this.read(name, part);
    if ((current?.version ?? null) !== base) throw new WriteConflict(path, current);
    const bytes = Buffer.from(text);
    const isWritten = current === null ? createFile(path, bytes) : replaceFile(this.#realPath(path) ?? path, bytes);
    if (!isWritten) throw new WriteConflict(path, this.read(name, part));
    return { text: bytes.toString(), version: textVersion(bytes) };
  }

  /** Where a file is after its links; null where there is none. */
  #realPath(path: string): string | null {
    const real = resolveLinks(path);
    if (real === null || dirname(real) === this.path) return real;
    throw new Refused('wrong', `${path} is a link to ${real}, outside of ${this.path}. Put the file itself there.`);
  }
}

function resolveLinks(path: string): string | null {
  try {
    return realpathSync(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return null;
    if (code === 'ELOOP') throw new Refused('wrong', `${path} is a link to itself. Put the file itself there.`);
    throw error;
  }
}
