import { parseTimestamp } from '@millrace/model';
import { z } from 'zod';
import { choiceOf, comesLater } from '../fields/comes-later.ts';
import { eventTimeField } from '../fields/event-time-field.ts';
import { sourceColumnsField } from '../fields/source-columns-field.ts';
import { topicName } from '../fields/topic-name.ts';

const START = 'Write earliest, latest or {"time": "2026-01-01T00:00:00Z"}.';

const pointInTime = z.string({ error: START }).refine((text) => parseTimestamp(text, 'TIMESTAMP_LTZ') !== null, {
  error: 'This is no point in time. Write one such as 2026-01-01T00:00:00Z.',
});

export const kafkaSourceSchema = z.strictObject({
  topic: topicName,
  format: choiceOf('format', ['json'], ['debezium-json', 'raw']).default('json'),
  columns: sourceColumnsField,
  eventTime: eventTimeField.optional(),
  startFrom: z
    .union([z.literal('earliest'), z.literal('latest'), z.strictObject({ time: pointInTime })], { error: START })
    .default('earliest'),
  isolation: z
    .enum(['read_committed', 'read_uncommitted'], { error: 'Choose read_committed or read_uncommitted.' })
    .default('read_committed'),
  metadata: comesLater('metadata', 'Leave it out.'),
});

export type KafkaSourceConfig = z.infer<typeof kafkaSourceSchema>;
