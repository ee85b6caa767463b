import { expect, test } from 'vitest';
import { topicNameFault, writtenTopicName } from './topic-name.ts';

test.each(['orders', 'a.b_c-D9', '0', '...', 'x'.repeat(249)])('Kafka takes the topic %j', (name) => {
  expect(topicNameFault(name)).toBeNull();
});

test.each([
  ['', 'A topic has a name'],
  ['.', 'cannot be called'],
  ['..', 'cannot be called'],
  ['a b', 'no space'],
  ['käse', 'no ä'],
  ['a/b', 'no /'],
  ['👍', 'no 👍'],
  ['x'.repeat(250), 'at most 249 characters, this one 250'],
])('Kafka refuses the topic %j', (name, reason) => {
  expect(topicNameFault(name)).toContain(reason);
});

test.each(['__consumer_offsets', '__transaction_state', 'millrace.ns.k3v9q2m7xw4a.process.state'])(
  'no result is written to %s',
  (name) => {
    expect(writtenTopicName.safeParse(name).success).toBe(false);
  },
);
