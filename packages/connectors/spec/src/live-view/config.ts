import { z } from 'zod';

export const liveViewSchema = z.strictObject({});

export type LiveViewConfig = z.infer<typeof liveViewSchema>;
