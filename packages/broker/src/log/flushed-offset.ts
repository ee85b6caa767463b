import { crc32c } from '@millrace/kafka-wire';
import type { Files, OpenFile } from '../files/files.ts';

const BYTES = 12;

/**
 * The offset below which everything was synced, for telling after a loss of power what was lost before it was acknowledged from
 * what was damaged after. Written behind each sync and not synced itself: what is read is the truth or an older one.
 */
export class FlushedOffset {
  readonly #file: OpenFile;

  constructor(files: Files, folder: string) {
    this.#file = files.open(`${folder}/flushed-offset`);
  }

  /** 0 where nothing is known. */
  read(): number {
    const bytes = Buffer.alloc(BYTES);
    if (this.#file.read(0, bytes) < BYTES || crc32c(bytes, 4, BYTES) !== bytes.readUInt32BE(0)) return 0;
    return Number(bytes.readBigUInt64BE(4));
  }

  write(offset: number): void {
    const bytes = Buffer.alloc(BYTES);
    bytes.writeBigUInt64BE(BigInt(offset), 4);
    bytes.writeUInt32BE(crc32c(bytes, 4, BYTES), 0);
    this.#file.write(0, bytes);
  }

  close(): void {
    this.#file.close();
  }
}
