import { z } from 'zod';

const MAX_LENGTH = 249;

/** Why Kafka would refuse a topic's name, or null. The rules of its `Topic.validate`. */
export function topicNameFault(name: string): string | null {
  if (name === '') return 'A topic has a name. Write one.';
  if (name === '.' || name === '..') return `A topic cannot be called ${name}. Choose another name.`;
  if (name.length > MAX_LENGTH)
    return `A topic's name has at most ${MAX_LENGTH} characters, this one ${name.length}. Shorten it.`;
  const wrong = /[^A-Za-z0-9._-]/u.exec(name);
  if (wrong !== null)
    return `A topic's name has no ${shown(wrong[0])}: only letters, digits, ., _ and -. Choose another name.`;
  return null;
}

/** The name of a topic, as Kafka allows it. */
export const topicName = z.string({ error: 'Name a topic.' }).superRefine((name, context) => {
  const fault = topicNameFault(name);
  if (fault !== null) context.addIssue({ code: 'custom', message: fault });
});

/** Topics that Kafka or Millrace keep for themselves. */
const RESERVED = [
  /^__consumer_offsets$/,
  /^__transaction_state$/,
  /^__share_group_state$/,
  /^__cluster_metadata$/,
  /^millrace\./,
];

/** The name of a topic that results are written to. */
export const writtenTopicName = topicName.refine((name) => !RESERVED.some((reserved) => reserved.test(name)), {
  error: 'This name belongs to topics that Kafka or Millrace keep for themselves. Choose another one for results.',
});

function shown(character: string): string {
  return character === ' ' ? 'space' : character;
}
