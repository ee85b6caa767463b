import { z } from 'zod';
import { gaugesSchema } from './gauges.ts';
import { pipelineSummarySchema } from './pipeline-summary.ts';
import { rowsSchema } from './rows.ts';

/** The number by which a client names a subscription. */
const subscription = z.int().min(0).max(1_000_000);
const pipelineName = z.string().max(64);

/**
 * `service`: the list of pipelines and their state. `gauges`: the newest numbers of a pipeline. `rows`: results of a live view,
 * from `after` on when the client has seen some. `dead-letters`: the same for the pipeline's dead letters.
 */
export const channelSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('service') }),
  z.strictObject({ kind: z.literal('gauges'), pipeline: pipelineName }),
  z.strictObject({
    kind: z.literal('rows'),
    pipeline: pipelineName,
    node: z.string().max(64),
    after: z.strictObject({ epoch: z.string().max(64), sequence: z.number() }).nullable(),
  }),
  z.strictObject({
    kind: z.literal('dead-letters'),
    pipeline: pipelineName,
    after: z.strictObject({ epoch: z.string().max(64), sequence: z.number() }).nullable(),
  }),
]);
export type Channel = z.infer<typeof channelSchema>;

/** What a page sends. `ack`: the newest frame of the connection that it has taken in. */
export const upMessageSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('subscribe'), subscription, channel: channelSchema }),
  z.strictObject({ type: z.literal('unsubscribe'), subscription }),
  z.strictObject({ type: z.literal('ack'), frame: z.int().min(0) }),
]);
export type UpMessage = z.infer<typeof upMessageSchema>;

const frame = z.int().min(0);

/**
 * What the service sends. Frames count from 1 on each connection and are acknowledged; `hello` is the first and says which version
 * is spoken and which life of the service answers.
 */
export const downMessageSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('hello'), frame, version: z.number(), service: z.string() }),
  z.strictObject({ type: z.literal('refused'), frame, subscription: subscription.nullable(), message: z.string() }),
  z.strictObject({
    type: z.literal('service'),
    frame,
    subscription,
    kafka: z.string(),
    /** Those that run first; as many as one frame holds. `total` counts all; `GET /api/pipelines` lists them. */
    pipelines: z.array(pipelineSummarySchema),
    total: z.number(),
  }),
  z.strictObject({ type: z.literal('gauges'), frame, subscription, gauges: gaugesSchema.nullable() }),
  z.strictObject({ type: z.literal('rows'), frame, subscription, rows: rowsSchema }),
]);
export type DownMessage = z.infer<typeof downMessageSchema>;
