import { failure, type Issue, type Result, success } from '../issue.ts';
import { listed, nearest } from '../nearest.ts';
import type { NodeDocument, ParameterValue, PipelineDocument } from './pipeline-document.ts';
import { issueAt } from './schema-issues.ts';

type Parameters = ReadonlyMap<string, ParameterValue>;
type Path = readonly PropertyKey[];

const REFERENCE = /\$?\$\{([^}]*)\}/g;

/**
 * The document with `${NAME}` in the texts of its configurations replaced by the values of its parameters; `overrides` (from an
 * environment) win over the document's values and are read as their type. A text that is one reference and nothing else becomes
 * the value itself, so that numbers can be set too; `$${NAME}` stands for the characters `${NAME}`. Overrides of parameters that
 * the document does not have are passed over.
 */
export function substituteParameters(
  document: PipelineDocument,
  overrides: ReadonlyMap<string, string> = new Map(),
): Result<PipelineDocument> {
  const issues: Issue[] = [];
  const parameters = new Map(
    [...document.parameters].map(([name, value]) => [name, overridden(name, value, overrides, issues)]),
  );
  const nodes = new Map([...document.nodes].map(([key, node]) => [key, substituted(key, node, parameters, issues)]));
  return issues.length > 0 ? failure(issues) : success({ ...document, parameters, nodes });
}

function overridden(
  name: string,
  value: ParameterValue,
  overrides: ReadonlyMap<string, string>,
  issues: Issue[],
): ParameterValue {
  const text = overrides.get(name);
  if (text === undefined || typeof value === 'string') return text ?? value;
  const isNumber = typeof value === 'number';
  if (isNumber && /^-?\d+(\.\d+)?$/.test(text)) return Number(text);
  if (!isNumber && (text === 'true' || text === 'false')) return text === 'true';
  const wanted = isNumber ? 'a number' : 'true or false';
  issues.push(issueAt(['parameters', name], `The value given for ${name} is not ${wanted}. Give ${wanted}.`));
  return value;
}

function substituted(key: string, node: NodeDocument, parameters: Parameters, issues: Issue[]): NodeDocument {
  const unknown = (name: string, path: Path) => issues.push(issueAt(path, unknownParameter(name, parameters), key));
  return { ...node, config: replaceIn(node.config, parameters, [], unknown) };
}

function replaceIn(
  value: unknown,
  parameters: Parameters,
  path: Path,
  unknown: (name: string, path: Path) => void,
): unknown {
  if (typeof value === 'string') return replaceInText(value, parameters, (name) => unknown(name, path));
  if (Array.isArray(value)) return value.map((item, i) => replaceIn(item, parameters, [...path, i], unknown));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value);
  return Object.fromEntries(
    members.map(([key, member]) => [key, replaceIn(member, parameters, [...path, key], unknown)]),
  );
}

function replaceInText(text: string, parameters: Parameters, unknown: (name: string) => void): ParameterValue {
  const alone = /^\$\{([^}]*)\}$/.exec(text)?.[1];
  const value = alone === undefined ? undefined : parameters.get(alone);
  if (value !== undefined) return value;
  return text.replaceAll(REFERENCE, (reference, name: string) => {
    if (reference.startsWith('$$')) return reference.slice(1);
    const found = parameters.get(name);
    if (found === undefined) unknown(name);
    return found === undefined ? reference : String(found);
  });
}

function unknownParameter(name: string, parameters: Parameters): string {
  const names = [...parameters.keys()];
  const near = nearest(name, names);
  const all =
    names.length === 0 ? 'This document has none; add it under parameters.' : `The parameters are ${listed(names)}.`;
  return `There is no parameter ${name}. ${near === null ? all : `Did you mean ${near}?`}`;
}
