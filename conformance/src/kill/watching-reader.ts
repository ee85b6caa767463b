import type { Bench } from '../bench.ts';
import type { Ledger, Place } from './ledger.ts';
import { placed, type Topics } from './topics.ts';

const WAIT_MS = 20;

/** Reads along, uncommitted records too: what a reader has seen must be there after the kill. */
export async function readAlong(bench: Bench, { plain }: Topics, ledger: Ledger): Promise<never> {
  const positions = new Map(plain.map((place) => [place, Math.max(-1, ...ledger.seenAt(place).keys()) + 1]));
  for (;;) for (const place of plain) await readOnce(bench, ledger, positions, place);
}

async function readOnce(bench: Bench, ledger: Ledger, positions: Map<Place, number>, place: Place): Promise<void> {
  const { topic, partition } = placed(place);
  const from = positions.get(place) ?? 0;
  const { seen, nextOffset, records } = await bench.fetch(topic, from, { partition, maxWaitMs: WAIT_MS });
  ledger.sees(place, seen);
  if ((records?.length ?? 0) > 0) positions.set(place, nextOffset);
}
