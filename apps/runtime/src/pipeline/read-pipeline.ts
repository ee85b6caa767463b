import { parseDocument, type Result } from '@millrace/model';
import { type CheckedPipeline, checkDocument } from '@millrace/plan';

/** Parses and checks a document's text; `parameters` replace the document's own values. */
export function readPipeline(text: string, parameters: ReadonlyMap<string, string>): Result<CheckedPipeline> {
  const document = parseDocument(text);
  if (!document.ok) return document;
  const checked = checkDocument(document.value, parameters);
  return { ...checked, issues: [...document.issues, ...checked.issues] };
}
