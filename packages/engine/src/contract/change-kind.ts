/** How a row flows: Flink's four kinds. An update is an update-before followed by an update-after. */
export const ChangeKind = { insert: 0, updateBefore: 1, updateAfter: 2, delete: 3 } as const;
export type ChangeKind = (typeof ChangeKind)[keyof typeof ChangeKind];
