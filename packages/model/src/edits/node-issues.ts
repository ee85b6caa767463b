import { nodeSchema } from '../graph/document-schema.ts';
import { MAX_JSON_DEPTH } from '../graph/parse-json.ts';
import type { NodeDocument } from '../graph/pipeline-document.ts';
import { issueAt, schemaIssues } from '../graph/schema-issues.ts';
import type { Issue } from '../issue.ts';

/** A configuration lies in its node, the nodes and the document. */
const CONFIG_DEPTH = MAX_JSON_DEPTH - 3;

/** Why a node could not be read back from a file. */
export function nodeIssues(key: string, node: NodeDocument): readonly Issue[] {
  const parsed = nodeSchema.safeParse(node);
  if (!parsed.success) return schemaIssues(parsed.error, key);
  const fault = jsonFault(node.config, CONFIG_DEPTH);
  return fault === null ? [] : [issueAt(['config'], fault, key)];
}

function jsonFault(value: unknown, depth: number): string | null {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return null;
  if (typeof value === 'number') return Number.isFinite(value) ? null : `${value} is no number of JSON. Write another.`;
  if (typeof value !== 'object') return `JSON has no value for ${typeof value}. Leave it out.`;
  if (depth === 0) return `The configuration is nested more than ${CONFIG_DEPTH} deep. Flatten it.`;
  if (Object.hasOwn(value, '__proto__')) return 'The name __proto__ cannot be used. Choose another.';
  return firstFault(Array.isArray(value) ? value : definedMembers(value), depth - 1);
}

/** A member that is undefined is absent, as {@link JSON.stringify} takes it. */
function definedMembers(object: object): readonly unknown[] {
  return Object.values(object).filter((member) => member !== undefined);
}

function firstFault(values: readonly unknown[], depth: number): string | null {
  for (const value of values) {
    const fault = jsonFault(value, depth);
    if (fault !== null) return fault;
  }
  return null;
}
