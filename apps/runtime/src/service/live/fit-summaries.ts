import type { PipelineSummary } from '@millrace/live';

/** The members of a `service` message: those that run first, then by name; as many as fit into `maxBytes`. */
export function fitSummaries(kafka: string, pipelines: readonly PipelineSummary[], maxBytes: number): string {
  const rank = ({ run }: PipelineSummary) => (run.state === 'stopped' ? 1 : 0);
  const sorted = [...pipelines].sort((a, b) => rank(a) - rank(b) || (a.name < b.name ? -1 : 1));
  const tail = `],"total":${pipelines.length}`;
  let text = `"kafka":${JSON.stringify(kafka)},"pipelines":[`;
  let room = maxBytes - Buffer.byteLength(text) - tail.length;
  for (const [i, summary] of sorted.entries()) {
    const json = `${i === 0 ? '' : ','}${JSON.stringify(summary)}`;
    room -= Buffer.byteLength(json);
    if (room < 0) break;
    text += json;
  }
  return text + tail;
}
