import { z } from 'zod';
import { eventTimeSchema } from './event-time.ts';
import { explanationSchema } from './explanation.ts';

/** A task of a running pipeline and what it is at. */
export const taskStateSchema = z.strictObject({
  task: z.string(),
  phase: z.enum(['starting', 'recovering', 'running', 'stopping', 'retrying', 'failed', 'finished']),
  detail: z.string(),
});
export type TaskState = z.infer<typeof taskStateSchema>;

/** Where a partition stands. `maxTime`: the largest event time seen; `unread`: readable records that were not taken. */
const partitionSchema = z.strictObject({
  position: z.number(),
  maxTime: eventTimeSchema,
  state: z.enum(['active', 'idle', 'declared', 'waiting']),
  unread: z.number(),
});

export const sourceGaugesSchema = z.strictObject({
  topic: z.string(),
  watermark: eventTimeSchema,
  /** Records that are readable and not committed (G1), and records behind open transactions; decimal digits. */
  behind: z.string(),
  blocked: z.string(),
  /** By number from 0; of very many the first, so that a frame stays small. `partitionCount` counts all. */
  partitions: z.array(partitionSchema),
  partitionCount: z.number(),
});
export type SourceGauges = z.infer<typeof sourceGaugesSchema>;

/**
 * Totals of a running pipeline: the newest frame replaces all before it (V2). Everything here is progress (E7): `epoch` and `cut`
 * tell when numbers may step back. `counters[name][i]` belongs to `nodes[i]`, null where the node has no such counter; names are
 * the engine's: `in`, `out`, `out.late`, `late`, `filtered`, `errors`, `read`, `passed`, `dead`, `quarantined`, `written`.
 */
export const gaugesSchema = z.strictObject({
  epoch: z.string(),
  cut: z.number(),
  atMs: z.number(),
  tasks: z.array(taskStateSchema),
  nodes: z.array(z.string()),
  counters: z.record(z.string(), z.array(z.number().nullable())),
  watermarks: z.record(z.string(), eventTimeSchema),
  sources: z.record(z.string(), sourceGaugesSchema),
  windows: z.record(z.string(), explanationSchema),
  commits: z.number(),
  lastCommitMs: z.number(),
});
export type Gauges = z.infer<typeof gaugesSchema>;
