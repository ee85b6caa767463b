import { join } from 'node:path';
import type { Files } from '../files/files.ts';

const NAME = 'cluster-id';
/** Sixteen bytes in base64url, as Kafka writes them. */
const SHAPE = /^[\w-]{22}$/;

/** Who this broker is to its clients; made once per data folder. */
export function clusterIdOf(files: Files, folder: string, random: (count: number) => Uint8Array): string {
  const path = join(folder, NAME);
  const file = files.open(path);
  const bytes = new Uint8Array(64);
  const known = Buffer.from(bytes.subarray(0, file.read(0, bytes)))
    .toString()
    .trim();
  if (SHAPE.test(known)) {
    file.close();
    return known;
  }
  const id = Buffer.from(random(16)).toString('base64url');
  file.truncate(0);
  file.write(0, Buffer.from(`${id}\n`));
  file.sync();
  file.close();
  files.syncFolder(folder);
  return id;
}
