import { crc32c } from '@millrace/kafka-wire';

/** CRC-32C of what follows (4), length of the entry (4), `firm` (8), then the entry. */
export const FRAME_HEAD = 16;

/** What every journal begins with; its last byte is the format's version. */
export const JOURNAL_MAGIC: Uint8Array = new Uint8Array([0x6d, 0x69, 0x6c, 0x6c, 0x6a, 0x6e, 0x6c, 0x01]);

/** One entry of a journal. `firm`: when the entry was written, the file's bytes before this one were known to be durable. */
export type JournalFrame = { readonly entry: Uint8Array; readonly firm: number; readonly end: number };

export function encodeFrame(entry: Uint8Array, firm: number): Uint8Array {
  const frame = new Uint8Array(FRAME_HEAD + entry.length);
  const view = new DataView(frame.buffer);
  view.setUint32(4, entry.length);
  view.setBigUint64(8, BigInt(firm));
  frame.set(entry, FRAME_HEAD);
  view.setUint32(0, crc32c(frame, 4, frame.length));
  return frame;
}

/** The frame that begins at `at`; undefined where none is whole there. */
export function frameAt(bytes: Uint8Array, at: number): JournalFrame | undefined {
  if (at + FRAME_HEAD > bytes.length) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset + at);
  const end = at + FRAME_HEAD + view.getUint32(4);
  if (end > bytes.length || view.getUint32(0) !== crc32c(bytes, at + 4, end)) return undefined;
  return { entry: bytes.subarray(at + FRAME_HEAD, end), firm: Number(view.getBigUint64(8)), end };
}
