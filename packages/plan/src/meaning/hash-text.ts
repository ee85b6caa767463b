const OFFSET = 0xcbf29ce484222325n;
const PRIME = 0x100000001b3n;

/** FNV-1a of a text's UTF-16 units, 64 bits as 16 hexadecimal digits. */
export function hashText(text: string): string {
  let hash = OFFSET;
  for (let i = 0; i < text.length; i++) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(text.charCodeAt(i))) * PRIME);
  }
  return hash.toString(16).padStart(16, '0');
}
