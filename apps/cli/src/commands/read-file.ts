import { readFileSync } from 'node:fs';
import { UsageError } from './usage-error.ts';

/** The text of a pipeline's file named on the command line. */
export function readNamedFile(path: string): string {
  return readNamedBytes(path, 'a .pipeline.json file').toString('utf8');
}

/** The bytes of a file named on the command line; `what` it should be. */
export function readNamedBytes(path: string, what: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reason =
      code === 'ENOENT' ? 'there is no such file' : code === 'EISDIR' ? 'it is a folder' : (error as Error).message;
    throw new UsageError(`${path} cannot be read: ${reason}. Name ${what}.`);
  }
}

/** The parts of `--set NAME=VALUE`. */
export function parseParameters(settings: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    settings.map((setting) => {
      const at = setting.indexOf('=');
      if (at < 1) throw new UsageError(`--set ${setting} is not NAME=VALUE.`);
      return [setting.slice(0, at), setting.slice(at + 1)];
    }),
  );
}

/** The one file of a command. */
export function theFile(command: string, positionals: readonly string[]): string {
  const [file] = positionals;
  if (file === undefined || positionals.length > 1)
    throw new UsageError(`${command} takes one file: millrace ${command} FILE.`);
  return file;
}
