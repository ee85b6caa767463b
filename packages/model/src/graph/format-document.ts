import { formatByteSize } from '../values/byte-size.ts';
import { formatDuration } from '../values/duration.ts';
import { DOCUMENT_FORMAT, DOCUMENT_VERSION } from './document-schema.ts';
import { formatInput, formatOutput, type NodeDocument, type PipelineDocument } from './pipeline-document.ts';

/** What fits into this many columns stands on one line. */
const WIDTH = 100;

/**
 * The text of a document's file, for people and for diffs: the document's own fields in a fixed order, defaults left out, nodes
 * and configurations in the order in which they were written; small values on one line. Reading it gives the document again (V1).
 */
export function formatDocument(document: PipelineDocument): string {
  const { id, name, parameters, nodes, edges, settings, tests } = document;
  const { commitIntervalMs, memoryBytes } = settings;
  const json = {
    format: `${DOCUMENT_FORMAT}@${DOCUMENT_VERSION}`,
    id,
    name,
    parameters: parameters.size === 0 ? undefined : Object.fromEntries(parameters),
    nodes: Object.fromEntries([...nodes].map(([key, node]) => [key, nodeJson(node)])),
    edges: edges.map(({ from, to }) => ({ from: formatOutput(from), to: formatInput(to) })),
    settings: orAbsent({
      commitInterval: commitIntervalMs === undefined ? undefined : formatDuration(commitIntervalMs),
      memory: memoryBytes === undefined ? undefined : formatByteSize(memoryBytes),
    }),
    tests,
  };
  return `${block(json, '')}\n`;
}

function nodeJson({ type, label, note, config, onError }: NodeDocument): unknown {
  return { type, label, note, config, onError: onError === 'port' ? undefined : onError };
}

function orAbsent(members: Readonly<Record<string, unknown>>): unknown {
  return Object.values(members).every((value) => value === undefined) ? undefined : members;
}

function formatValue(value: unknown, indent: string, lead: number): string {
  const line = inline(value);
  const fits = indent.length + lead + line.length <= WIDTH && !isListOfObjects(value);
  return fits || typeof value !== 'object' || value === null ? line : block(value, indent);
}

/** Each on its own line, so that a diff shows which one was added. */
function isListOfObjects(value: unknown): boolean {
  return Array.isArray(value) && value.some((item) => typeof item === 'object' && item !== null);
}

/** Everything on one line; what is undefined is absent. */
function inline(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? '[]' : `[${value.map(inline).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = membersOf(value).map(([key, member]) => `${JSON.stringify(key)}: ${inline(member)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

/** One member or item a line. */
function block(value: unknown, indent: string): string {
  const deeper = `${indent}  `;
  if (Array.isArray(value)) {
    return `[\n${value.map((item) => deeper + formatValue(item, deeper, 0)).join(',\n')}\n${indent}]`;
  }
  const lines = membersOf(value as object).map(([key, member]) => {
    const lead = `${JSON.stringify(key)}: `;
    return deeper + lead + formatValue(member, deeper, lead.length);
  });
  return `{\n${lines.join(',\n')}\n${indent}}`;
}

function membersOf(value: object): readonly (readonly [string, unknown])[] {
  return Object.entries(value).filter(([, member]) => member !== undefined);
}
