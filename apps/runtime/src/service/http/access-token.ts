import { createHash, timingSafeEqual } from 'node:crypto';
import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DataFolderError, readTextFile, writeFileAtomically } from '../../data-folder/data-folder.ts';

const TOKEN = /^[A-Za-z0-9_-]{32,128}$/;

/** The random word that lets somebody use the service of a data folder: `token` in it, for its owner alone. */
export function accessTokenOf(dataFolder: string, random: (n: number) => Uint8Array): string {
  mkdirSync(dataFolder, { recursive: true });
  const path = join(dataFolder, 'token');
  const kept = readTextFile(path)?.trim();
  if (kept === undefined) {
    const made = Buffer.from(random(24)).toString('base64url');
    writeFileAtomically(path, `${made}\n`, 0o600);
    return made;
  }
  if (!TOKEN.test(kept))
    throw new DataFolderError(`${path} does not hold an access token. Delete it to get a new one.`);
  if ((statSync(path).mode & 0o077) !== 0) {
    throw new DataFolderError(`Others can read ${path}. Run chmod 600 ${path}, or delete it to get a new token.`);
  }
  return kept;
}

/** Whether two words are the same, in a time that does not tell how much of them is. */
export function isSameToken(given: string, token: string): boolean {
  return timingSafeEqual(digest(given), digest(token));
}

/** Cookies do not know ports: each data folder has a name of its own for its cookie. */
export function cookieNameOf(token: string): string {
  return `millrace_${digest(`cookie ${token}`).toString('hex').slice(0, 8)}`;
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
