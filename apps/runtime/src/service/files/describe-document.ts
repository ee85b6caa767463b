import { isPipelineId, parseDocument } from '@millrace/model';
import { readPipeline } from '../../pipeline/read-pipeline.ts';

/** What a list says of a document: its id, and its errors; null: it cannot be read as a document. */
export type DocumentDescription = { readonly id: string | null; readonly errors: number | null };

export function describeDocument(text: string): DocumentDescription {
  const document = parseDocument(text);
  if (!document.ok) return { id: idOf(text), errors: null };
  const { issues } = readPipeline(text, new Map());
  return { id: document.value.id ?? null, errors: issues.filter(({ severity }) => severity === 'error').length };
}

/** The id of a text that is no sound document: it still names a pipeline that may run. */
function idOf(text: string): string | null {
  const [, id = ''] = /^\s*\{[^{}]*?"id"\s*:\s*"([^"]*)"/.exec(text) ?? [];
  return isPipelineId(id) ? id : null;
}
