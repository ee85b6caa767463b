const SLICES = 8;

/** Slicing by eight: TABLE[k · 256 + byte]. */
const TABLE = makeTable();

function makeTable(): Int32Array {
  const table = new Int32Array(SLICES * 256);
  for (let byte = 0; byte < 256; byte++) {
    let crc = byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0x82f63b78 : crc >>> 1;
    table[byte] = crc;
  }
  for (let slice = 1; slice < SLICES; slice++) {
    for (let byte = 0; byte < 256; byte++) {
      const below = table[(slice - 1) * 256 + byte] as number;
      table[slice * 256 + byte] = (below >>> 8) ^ (table[below & 255] as number);
    }
  }
  return table;
}

/** CRC-32C (Castagnoli) of bytes [start, end), unsigned. */
export function crc32c(bytes: Uint8Array, start: number, end: number): number {
  const t = TABLE;
  let crc = -1;
  let at = start;
  for (; at + 8 <= end; at += 8) {
    crc ^=
      (bytes[at] as number) |
      ((bytes[at + 1] as number) << 8) |
      ((bytes[at + 2] as number) << 16) |
      ((bytes[at + 3] as number) << 24);
    crc =
      (t[1792 + (crc & 255)] as number) ^
      (t[1536 + ((crc >>> 8) & 255)] as number) ^
      (t[1280 + ((crc >>> 16) & 255)] as number) ^
      (t[1024 + (crc >>> 24)] as number) ^
      (t[768 + (bytes[at + 4] as number)] as number) ^
      (t[512 + (bytes[at + 5] as number)] as number) ^
      (t[256 + (bytes[at + 6] as number)] as number) ^
      (t[bytes[at + 7] as number] as number);
  }
  for (; at < end; at++) crc = (t[(crc ^ (bytes[at] as number)) & 255] as number) ^ (crc >>> 8);
  return ~crc >>> 0;
}
