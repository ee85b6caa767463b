import { formatDocument, makePipelineId, parseDocument } from '@millrace/model';

/** The text with an id: its own, or a new one. `random` gives n random bytes. A text that is no document stays as it is. */
export function withId(text: string, random: (n: number) => Uint8Array): string {
  const document = parseDocument(text);
  if (!document.ok || document.value.id !== undefined) return text;
  return formatDocument({ ...document.value, id: makePipelineId(random) });
}
