import type { Issue } from '@millrace/model';

/** `error per10s aggregates[0].of: There is no column prize here. Did you mean price?` */
export function formatIssue({ severity, node, field, message, range }: Issue): string {
  const place = [node, field].filter((part) => part !== undefined).join(' ');
  const characters = range === undefined ? '' : ` (characters ${range.from + 1}–${Math.max(range.from + 1, range.to)})`;
  return `${severity} ${place === '' ? 'document' : place}${characters}: ${message}`;
}
