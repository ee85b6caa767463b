import { plain } from './classify-text.ts';
import { type KindTally, mergeTallies, tallyOf } from './kind-tally.ts';
import type { SamplePosition } from './sample-position.ts';

const SHOWN_BYTES = 80;

/** Records that no decoder reads, by reason. There are as many reasons as the scanner has sentences. */
export class RefusalTally {
  readonly byReason = new Map<string, KindTally>();

  get count(): number {
    return [...this.byReason.values()].reduce((sum, { count }) => sum + count, 0);
  }

  add(reason: string, { partition, offset }: SamplePosition, bytes: Uint8Array): void {
    this.#put(reason, tallyOf(plain('text', ''), { partition, offset }, readable(bytes)));
  }

  merge(other: RefusalTally): void {
    for (const [reason, tally] of other.byReason) this.#put(reason, tally);
  }

  #put(reason: string, tally: KindTally): void {
    const known = this.byReason.get(reason);
    this.byReason.set(reason, known === undefined ? tally : mergeTallies(known, tally));
  }
}

/** The beginning of bytes that need not be text; what is not ASCII is U+FFFD. */
function readable(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes.subarray(0, SHOWN_BYTES)) text += byte < 0x80 ? String.fromCharCode(byte) : '\ufffd';
  return text;
}
