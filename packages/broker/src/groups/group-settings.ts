export type GroupSettings = {
  /** How long a group that was empty waits for more members before its first generation. */
  readonly initialRebalanceDelayMs: number;
  readonly minSessionTimeoutMs: number;
  readonly maxSessionTimeoutMs: number;
  /** How long offsets outlive the last member, or the commit where no members are managed. */
  readonly offsetsRetentionMs: number;
  readonly offsetsRetentionCheckMs: number;
  /** Characters of the metadata of one offset. */
  readonly maxMetadataLength: number;
  readonly maxGroups: number;
  readonly maxMembers: number;
  /** Bytes of what one member says of itself for all its protocols. */
  readonly maxProtocolBytes: number;
};

/** Apache Kafka's, except that a first generation does not wait, and that all that clients can fill is bounded. */
export const GROUP_SETTINGS: GroupSettings = {
  initialRebalanceDelayMs: 0,
  minSessionTimeoutMs: 6000,
  maxSessionTimeoutMs: 1_800_000,
  offsetsRetentionMs: 7 * 24 * 3_600_000,
  offsetsRetentionCheckMs: 600_000,
  maxMetadataLength: 4096,
  maxGroups: 10_000,
  maxMembers: 1000,
  maxProtocolBytes: 1024 * 1024,
};
