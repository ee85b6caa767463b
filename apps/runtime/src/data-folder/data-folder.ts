import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Refusals of the data folder: what is wrong with it and what to do. */
export class DataFolderError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'DataFolderError';
  }
}

/** Writes a file so that a reader sees the old text or the new one, never a part of it. */
export function writeFileAtomically(path: string, text: string, mode = 0o644): void {
  const temporary = `${path}.${process.pid}.tmp`;
  writeFileSync(temporary, text, { mode, flush: true });
  renameSync(temporary, path);
}

/** The text of a file, or null where there is none. */
export function readTextFile(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

const NAMESPACE = /^[a-z0-9][a-z0-9-]{0,31}$/;

/**
 * The word that keeps two services on one Kafka apart: MILLRACE_NAMESPACE, or a random one that is kept in the data folder.
 * `random` gives n random bytes.
 */
export function namespaceOf(
  folder: string,
  fromEnvironment: string | undefined,
  random: (n: number) => Uint8Array,
): string {
  if (fromEnvironment !== undefined && fromEnvironment !== '') {
    if (NAMESPACE.test(fromEnvironment)) return fromEnvironment;
    throw new DataFolderError(
      `MILLRACE_NAMESPACE is ${JSON.stringify(fromEnvironment)}. Use 1 to 32 lower-case letters, digits and hyphens.`,
    );
  }
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'namespace');
  const kept = readTextFile(path)?.trim();
  if (kept !== undefined) {
    if (NAMESPACE.test(kept)) return kept;
    throw new DataFolderError(`${path} does not hold a namespace. Restore it, or set MILLRACE_NAMESPACE.`);
  }
  const made = Array.from(
    random(4),
    (byte) => 'bcdfghjkmnpqrstv'[byte & 15] + 'aeiouaeiouaeioua'.charAt(byte >> 4),
  ).join('');
  writeFileAtomically(path, `${made}\n`);
  return made;
}
