import type { Bench } from '../bench.ts';
import type { Place } from './ledger.ts';

/** Where the producers of a run write: two topics of two partitions, and one that is compacted. `source` has offsets, no records. */
export type Topics = { readonly plain: readonly Place[]; readonly compacted: string; readonly source: string };

/** `age` tells them from those of other rounds. */
export async function makeTopics(bench: Bench, age: number): Promise<Topics> {
  const names = [await bench.topic(`left-${age}`, 2), await bench.topic(`right-${age}`, 2)];
  const compacted = await bench.topic(`compacted-${age}`, 1, { 'cleanup.policy': 'compact', 'segment.bytes': '2048' });
  return {
    plain: names.flatMap((name) => [`${name}/0`, `${name}/1`] as const),
    compacted,
    source: await bench.topic(`source-${age}`),
  };
}

export function placed(place: Place): { readonly topic: string; readonly partition: number } {
  const at = place.lastIndexOf('/');
  return { topic: place.slice(0, at), partition: Number(place.slice(at + 1)) };
}
