/** Bounds of what may wait for a commit (DESIGN "Commit"). Times in milliseconds, sizes in bytes. */
export type CommitLimits = {
  /** The longest wait while there is nothing to read, or while somebody watches. */
  readonly quietMs: number;
  /** The longest wait under load. */
  readonly loadedMs: number;
  /** Under load final results wait at least this long for company. */
  readonly gatherMs: number;
  readonly outputBytes: number;
  readonly dirtyEntries: number;
};

export const DEFAULT_COMMIT_LIMITS: CommitLimits = {
  quietMs: 100,
  loadedMs: 1_000,
  gatherMs: 100,
  outputBytes: 16 << 20,
  dirtyEntries: 200_000,
};

/** The limits of a document; `commitInterval` of its settings is the longest wait in every case. */
export function commitLimits(commitIntervalMs: number | undefined): CommitLimits {
  if (commitIntervalMs === undefined) return DEFAULT_COMMIT_LIMITS;
  const gatherMs = Math.min(DEFAULT_COMMIT_LIMITS.gatherMs, commitIntervalMs);
  return { ...DEFAULT_COMMIT_LIMITS, quietMs: commitIntervalMs, loadedMs: commitIntervalMs, gatherMs };
}

/** What has gathered since the last cut. `loaded`: the job has rows that it could take now. */
export type Gathered = {
  readonly sinceCutMs: number;
  readonly loaded: boolean;
  readonly outputs: number;
  readonly outputBytes: number;
  readonly dirty: number;
};

/** Whether a cut is due. The interval is the longest wait, not a metronome: final results do not wait while it is quiet. */
export function isCutDue(gathered: Gathered, limits: CommitLimits): boolean {
  if (gathered.outputBytes >= limits.outputBytes || gathered.dirty >= limits.dirtyEntries) return true;
  if (gathered.outputs > 0 && (!gathered.loaded || gathered.sinceCutMs >= limits.gatherMs)) return true;
  return gathered.sinceCutMs >= (gathered.loaded ? limits.loadedMs : limits.quietMs);
}
