import { createHash } from 'node:crypto';

/** The version of a file: 128 bits of the SHA-256 of its bytes, as hex. The same text is the same version. */
export function textVersion(bytes: string | Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 32);
}
