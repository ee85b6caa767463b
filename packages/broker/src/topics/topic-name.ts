const LONGEST = 249;
const ALLOWED = /^[a-zA-Z0-9._-]+$/;

/** Why a name is no topic's name, in a sentence; null where it is one. */
export function topicNameFault(name: string): string | null {
  if (name === '') return 'A topic needs a name.';
  if (name === '.' || name === '..') return `A topic cannot be called ${name}.`;
  if (name.length > LONGEST) return `The name has ${name.length} characters; at most ${LONGEST} are allowed.`;
  return ALLOWED.test(name) ? null : `${name} has other characters than letters, digits, ".", "_" and "-".`;
}

/** The same for names that differ only by "." and "_", which Kafka's metrics cannot tell apart. */
export function metricName(name: string): string {
  return name.replaceAll('.', '_');
}
