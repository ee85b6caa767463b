import type { CutEntry, PartitionCut } from '@millrace/engine';
import type { RecoveredState } from '../state-log/state-log-fold.ts';

/**
 * What to do when the group's offsets are not those of the cut (E9), and when nodes mean something else than those whose state
 * is kept. `ask` stops with the question.
 */
export type StartChoices = {
  readonly onReset: 'ask' | 'keep' | 'rewind';
  readonly onChange: 'ask' | 'keep-positions' | 'restart';
};

/** A source as the start sees it: how many partitions its topic has now. */
export type StartSource = { readonly id: string; readonly topic: string; readonly partitions: number };

/** The group's committed offset of a partition; null where it has none. */
export type Mirror = (topic: string, partition: number) => number | null;

/**
 * `resume`: restore the state and go on. `fresh`: begin with empty state at the positions given by source and partition; null
 * means by the source's startFrom. The others are questions to a person.
 */
export type StartDecision =
  | {
      readonly kind: 'resume';
      readonly state: readonly Uint8Array[];
      readonly entry: CutEntry;
      /** The group's offsets were moved and are to be put right by the next commit. */
      readonly isMirrorMoved: boolean;
    }
  | { readonly kind: 'fresh'; readonly positions: ReadonlyMap<string, readonly (number | null)[]> }
  | { readonly kind: 'ask-reset'; readonly differences: readonly MirrorDifference[] }
  | { readonly kind: 'ask-change'; readonly changed: readonly string[] }
  | { readonly kind: 'ask-flushed' };

export type MirrorDifference = {
  readonly topic: string;
  readonly partition: number;
  readonly cut: number;
  readonly group: number;
};

/**
 * Decides from what the state topic and the group say; pure. A choice counts only where there is its question: the first commit
 * after it takes the question away, and the task that is started again with the same choices then resumes.
 */
export function decideStart(
  recovered: RecoveredState<CutEntry> | null,
  meaning: Readonly<Record<string, string>>,
  sources: readonly StartSource[],
  mirror: Mirror,
  choices: StartChoices,
): StartDecision {
  if (recovered === null) return { kind: 'fresh', positions: byStartFrom(sources) };
  const { entry } = recovered;
  const changed = changedNodes(recovered.meaning, meaning);
  const isFlushed = Object.values(entry.sources).some((source) => source.ended);
  const isStateUseless = isFlushed || changed.length > 0;
  if (isStateUseless && choices.onChange === 'restart') return { kind: 'fresh', positions: byStartFrom(sources) };
  const differences = mirrorDifferences(entry, sources, mirror);
  if (differences.length > 0 && choices.onReset === 'ask') return { kind: 'ask-reset', differences };
  if (differences.length > 0 && choices.onReset === 'rewind')
    return { kind: 'fresh', positions: rewound(entry, sources, mirror) };
  if (isStateUseless && choices.onChange === 'keep-positions')
    return { kind: 'fresh', positions: kept(entry, sources) };
  if (isFlushed) return { kind: 'ask-flushed' };
  if (changed.length > 0) return { kind: 'ask-change', changed };
  return {
    kind: 'resume',
    state: recovered.state,
    entry: withNewPartitions(entry, sources),
    isMirrorMoved: differences.length > 0,
  };
}

/** Nodes that were added, removed or given another meaning. */
function changedNodes(stored: Readonly<Record<string, string>>, current: Readonly<Record<string, string>>): string[] {
  const names = new Set([...Object.keys(stored), ...Object.keys(current)]);
  return [...names].filter((name) => stored[name] !== current[name]).sort();
}

/** A missing offset of the group does not differ (E9). */
function mirrorDifferences(entry: CutEntry, sources: readonly StartSource[], mirror: Mirror): MirrorDifference[] {
  return sources.flatMap(({ id, topic }) =>
    (entry.sources[id]?.partitions ?? []).flatMap(({ position }, partition) => {
      const group = mirror(topic, partition);
      return group === null || group === position ? [] : [{ topic, partition, cut: position, group }];
    }),
  );
}

function byStartFrom(sources: readonly StartSource[]): Map<string, readonly null[]> {
  return new Map(sources.map(({ id, partitions }) => [id, new Array<null>(partitions).fill(null)]));
}

function kept(entry: CutEntry, sources: readonly StartSource[]): Map<string, readonly (number | null)[]> {
  return new Map(
    sources.map(({ id, partitions }) => [
      id,
      Array.from({ length: partitions }, (_, partition) => entry.sources[id]?.partitions[partition]?.position ?? null),
    ]),
  );
}

function rewound(
  entry: CutEntry,
  sources: readonly StartSource[],
  mirror: Mirror,
): Map<string, readonly (number | null)[]> {
  return new Map(
    [...kept(entry, sources)].map(([id, positions]) => {
      const topic = sources.find((source) => source.id === id)?.topic ?? '';
      return [id, positions.map((position, partition) => mirror(topic, partition) ?? position)];
    }),
  );
}

/** A topic that was given more partitions since the cut: the new ones begin at their first record. */
function withNewPartitions(entry: CutEntry, sources: readonly StartSource[]): CutEntry {
  const widened = sources.flatMap(({ id, partitions }) => {
    const source = entry.sources[id];
    if (source === undefined || source.partitions.length >= partitions) return [];
    const added = Array.from({ length: partitions - source.partitions.length }, () => partitionAt(0));
    return [[id, { ...source, partitions: [...source.partitions, ...added] }] as const];
  });
  return { ...entry, sources: { ...entry.sources, ...Object.fromEntries(widened) } };
}

/** A partition of which nothing is known yet. */
export function partitionAt(position: number): PartitionCut {
  return { position, maxTime: null, maxTimeOffset: -1, idle: 'active', quietSinceMs: null };
}

/** The entry of a job that begins with empty state. */
export function freshEntry(positions: ReadonlyMap<string, readonly number[]>): CutEntry {
  const sources = [...positions].map(
    ([id, offsets]) => [id, { watermark: null, ended: false, partitions: offsets.map(partitionAt) }] as const,
  );
  return { number: 0, sources: Object.fromEntries(sources), watermarks: {}, counters: {} };
}
