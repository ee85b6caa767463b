import { z } from 'zod';
import { choiceOf } from '../fields/comes-later.ts';
import { writtenTopicName } from '../fields/topic-name.ts';

/** More partitions than this are a slip of the finger: a broker may serve a few thousand in all. */
const MAX_PARTITIONS = 1_000;

export const kafkaSinkSchema = z.strictObject({
  topic: writtenTopicName,
  mode: choiceOf('mode', ['append'], ['upsert']).default('append'),
  key: z
    .array(z.string().min(1, 'Name a column of the input.'), { error: 'List the names of the key columns.' })
    .min(1, 'A key has at least one column. Name one, or leave key out.')
    .optional(),
  format: choiceOf('format', ['json'], ['changelog-json']).default('json'),
  timestampFormat: choiceOf('timestampFormat', ['sql', 'iso', 'epoch-ms'], []).default('sql'),
  partitions: z
    .int({ error: `Write a whole number from 1 to ${MAX_PARTITIONS}.` })
    .min(1, 'A topic has at least one partition.')
    .max(MAX_PARTITIONS, `A topic made here has at most ${MAX_PARTITIONS} partitions.`)
    .optional(),
});

export type KafkaSinkConfig = z.infer<typeof kafkaSinkSchema>;
