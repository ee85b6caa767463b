import { formatPath, type Issue, nearest } from '@millrace/model';
import type { z } from 'zod';
import { schemaFields } from './schema-fields.ts';

/** What a schema says about a node's config, as issues whose fields are paths such as `aggregates[0].of`. */
export function configIssues(node: string, error: z.ZodError, schema: z.ZodType): readonly Issue[] {
  return error.issues.flatMap((issue) => issuesOf(node, issue, schema));
}

function issuesOf(node: string, issue: z.core.$ZodIssue, schema: z.ZodType): Issue[] {
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => unknownField(node, issue.path, key, schema));
    case 'invalid_union':
      return unionIssues(node, issue, schema);
    case 'invalid_type':
      return [at(node, issue.path, isBuiltIn(issue.message) ? wrongType(issue) : issue.message)];
    default:
      return [
        at(node, issue.path, isBuiltIn(issue.message) ? `${sentence(issue.message)} Correct it.` : issue.message),
      ];
  }
}

/** A union is told by the member that came furthest: a mistake inside of the right shape, not that the shape is another one. */
function unionIssues(node: string, issue: z.core.$ZodIssueInvalidUnion, schema: z.ZodType): Issue[] {
  const inner = issue.errors.filter((errors) =>
    errors.some((candidate) => candidate.path.length > 0 || isUnknownKey(candidate)),
  );
  const best = inner[0];
  if (best === undefined) {
    return [
      at(
        node,
        issue.path,
        isBuiltIn(issue.message) ? 'This has none of the possible forms. Correct it.' : issue.message,
      ),
    ];
  }
  return best.flatMap((candidate) =>
    issuesOf(node, { ...candidate, path: [...issue.path, ...candidate.path] }, schema),
  );
}

function isUnknownKey(issue: z.core.$ZodIssue): boolean {
  return issue.code === 'unrecognized_keys';
}

function unknownField(node: string, path: readonly PropertyKey[], key: string, schema: z.ZodType): Issue {
  const known = schemaFields(schema, path);
  const near = nearest(key, known);
  const remedy =
    near !== null
      ? `Did you mean ${near}?`
      : known.length > 0
        ? `The fields are ${known.join(', ')}.`
        : 'Leave it out.';
  return at(node, [...path, key], `There is no field ${key} here. ${remedy}`);
}

function wrongType(issue: z.core.$ZodIssueInvalidType): string {
  const missing = issue.message.endsWith('received undefined');
  return missing
    ? `This is missing. Write ${article(issue.expected)}.`
    : `This must be ${article(issue.expected)}. Correct it.`;
}

const ARTICLES: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

function article(expected: string): string {
  return ARTICLES[expected] ?? expected;
}

/** Texts that zod makes where a schema says nothing itself. */
function isBuiltIn(message: string): boolean {
  return /^(Invalid|Too (small|big)|Unrecognized|Expected)/.test(message);
}

function sentence(message: string): string {
  return message.endsWith('.') ? message : `${message}.`;
}

function at(node: string, path: readonly PropertyKey[], message: string): Issue {
  const field = formatPath(path);
  return { severity: 'error', node, ...(field === '' ? {} : { field }), message };
}
