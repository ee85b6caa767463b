import { failure, type Issue, type Result, success } from '../issue.ts';
import {
  DOCUMENT_FORMAT,
  DOCUMENT_VERSION,
  type DocumentJson,
  documentMigrations,
  documentSchema,
  MAX_NODES,
} from './document-schema.ts';
import { parseJson } from './parse-json.ts';
import type { NodeDocument, PipelineDocument } from './pipeline-document.ts';
import { documentIssues, issueAt } from './schema-issues.ts';

/** Longer texts are refused before they are read. */
export const MAX_DOCUMENT_LENGTH = 1_048_576;

/**
 * Reads the text of a `.pipeline.json` file. Its mistakes are issues, all at once where it is JSON at all; they name node and
 * field, and a fault of the JSON itself says line and column. Whether types exist and edges fit is judged later.
 */
export function parseDocument(text: string): Result<PipelineDocument> {
  if (text.length > MAX_DOCUMENT_LENGTH) {
    return failure([issueAt([], 'A document has at most 1 MB. Split the pipeline, or move data out of its settings.')]);
  }
  const json = parseJson(text);
  return json.ok ? readDocument(json.value) : json;
}

function readDocument(json: unknown): Result<PipelineDocument> {
  const version = versionOf(json);
  if (typeof version !== 'number') return failure([version]);
  const count = Object.keys(member(json, 'nodes') ?? {}).length;
  if (count > MAX_NODES) {
    return failure([issueAt(['nodes'], `A pipeline has at most ${MAX_NODES} nodes, this one ${count}. Split it.`)]);
  }
  const parsed = documentSchema.safeParse(migrated(json, version));
  return parsed.success ? success(documentOf(parsed.data)) : failure(documentIssues(parsed.error));
}

/** The version in a document's format, or why it cannot be read. */
function versionOf(json: unknown): number | Issue {
  const write = `Write "format": "${DOCUMENT_FORMAT}@${DOCUMENT_VERSION}".`;
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    return issueAt([], 'A pipeline is a JSON object. Write it in braces.');
  }
  const format = member(json, 'format');
  if (format === undefined) return issueAt(['format'], `The document does not say its format. ${write}`);
  const [, name, digits] = /^(.*)@(\d{1,9})$/.exec(String(format)) ?? [];
  if (name !== DOCUMENT_FORMAT || Number(digits) < 1)
    return issueAt(['format'], `This is no format of a pipeline. ${write}`);
  if (Number(digits) > DOCUMENT_VERSION) {
    return issueAt(['format'], `This document (${format}) was made by a newer Millrace. Update Millrace to open it.`);
  }
  return Number(digits);
}

function migrated(json: unknown, version: number): unknown {
  let document = json;
  for (let from = version; from < DOCUMENT_VERSION; from++) document = documentMigrations[from]?.(document);
  return document;
}

function documentOf(json: DocumentJson): PipelineDocument {
  const { commitInterval, memory } = json.settings;
  return {
    ...(json.id === undefined ? {} : { id: json.id }),
    name: json.name,
    parameters: new Map(Object.entries(json.parameters)),
    nodes: new Map(Object.entries(json.nodes).map(([key, node]) => [key, nodeOf(node)])),
    edges: json.edges,
    settings: {
      ...(commitInterval === undefined ? {} : { commitIntervalMs: commitInterval }),
      ...(memory === undefined ? {} : { memoryBytes: memory }),
    },
    ...(json.tests === undefined ? {} : { tests: json.tests }),
  };
}

function nodeOf({ type, config, label, note, onError }: DocumentJson['nodes'][string]): NodeDocument {
  return {
    type,
    config,
    onError,
    ...(label === undefined ? {} : { label }),
    ...(note === undefined ? {} : { note }),
  };
}

function member(json: unknown, name: string): unknown {
  return (json as Readonly<Record<string, unknown>>)[name];
}
