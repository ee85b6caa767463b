import type { PipelineDocument, PipelineSettings } from '../graph/pipeline-document.ts';
import { issueAt } from '../graph/schema-issues.ts';
import { failure, type Issue, type Result, success } from '../issue.ts';
import { unreachable } from '../unreachable.ts';
import { addEdge, removeEdge, setEdges } from './edge-edits.ts';
import type { Edit, EditedDocument, EditOf } from './edit.ts';
import { addNode, changeNode, removeNode, renameNode } from './node-edits.ts';

/**
 * The document after an edit, and the edit that undoes it: applied to that document it restores the former one with the order of
 * its nodes and edges, so that the file is the same byte by byte, and its own inverse does the edit again (V1). An edit that does
 * not fit gives issues instead. From a document that a file can say comes another one, but for the length of its text, which is
 * judged when it is saved.
 */
export function applyEdit(document: PipelineDocument, edit: Edit): Result<EditedDocument> {
  switch (edit.kind) {
    case 'addNode':
      return addNode(document, edit);
    case 'removeNode':
      return removeNode(document, edit);
    case 'renameNode':
      return renameNode(document, edit);
    case 'setConfig':
    case 'setLabel':
    case 'setNote':
    case 'setOnError':
      return changeNode(document, edit);
    case 'addEdge':
      return addEdge(document, edit);
    case 'removeEdge':
      return removeEdge(document, edit);
    case 'setEdges':
      return setEdges(document, edit);
    case 'setSettings':
      return setSettings(document, edit);
    case 'batch':
      return applyBatch(document, edit);
    default:
      return unreachable(edit);
  }
}

function applyBatch(before: PipelineDocument, { edits }: EditOf<'batch'>): Result<EditedDocument> {
  const inverses: Edit[] = [];
  let document = before;
  for (const edit of edits) {
    const applied = applyEdit(document, edit);
    if (!applied.ok) return applied;
    document = applied.value.document;
    inverses.push(applied.value.inverse);
  }
  return success({ document, inverse: { kind: 'batch', edits: inverses.reverse() } });
}

function setSettings(document: PipelineDocument, { settings }: EditOf<'setSettings'>): Result<EditedDocument> {
  const issues = settingsIssues(settings);
  if (issues.length > 0) return failure(issues);
  return success({
    document: { ...document, settings },
    inverse: { kind: 'setSettings', settings: document.settings },
  });
}

function settingsIssues({ commitIntervalMs, memoryBytes }: PipelineSettings): readonly Issue[] {
  return [
    ...(fits(commitIntervalMs)
      ? []
      : [issueAt(['settings', 'commitInterval'], 'The commit interval is a whole number of ms above 0. Write one.')]),
    ...(fits(memoryBytes)
      ? []
      : [issueAt(['settings', 'memory'], 'The memory is a whole number of bytes above 0. Write one.')]),
  ];
}

function fits(amount: number | undefined): boolean {
  return amount === undefined || (Number.isSafeInteger(amount) && amount > 0);
}
