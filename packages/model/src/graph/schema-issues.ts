import type { z } from 'zod';
import type { Issue } from '../issue.ts';

type Path = readonly PropertyKey[];
type Found = z.core.$ZodIssue;

/** What a zod schema found in a node's configuration, as issues: one per fault, one per unknown field, each with its path. */
export function schemaIssues(error: z.ZodError, node?: string): readonly Issue[] {
  return faults(error.issues, []).map(({ path, message }) => issueAt(path, message, node));
}

/** {@link schemaIssues} of a whole document: what lies inside of a node names it. */
export function documentIssues(error: z.ZodError): readonly Issue[] {
  return faults(error.issues, []).map(({ path, message }) => {
    const [section, node, ...inside] = path;
    const insideNode = section === 'nodes' && typeof node === 'string' && inside.length > 0;
    return insideNode ? issueAt(inside, message, node) : issueAt(path, message);
  });
}

/** An issue without a field where the whole text or configuration is meant. */
export function issueAt(path: Path, message: string, node?: string): Issue {
  const field = formatPath(path);
  return { severity: 'error', message, ...(node === undefined ? {} : { node }), ...(field === '' ? {} : { field }) };
}

/** `aggregates[0].of` of the path `['aggregates', 0, 'of']`; keys that are no names stand in quotes. */
export function formatPath(path: Path): string {
  let text = '';
  for (const part of path) {
    if (typeof part === 'number') text += `[${part}]`;
    else if (!/^[\w-]+$/.test(String(part))) text += `[${JSON.stringify(String(part))}]`;
    else text += text === '' ? String(part) : `.${String(part)}`;
  }
  return text;
}

function faults(found: readonly Found[], base: Path): { readonly path: Path; readonly message: string }[] {
  return found.flatMap((issue) => {
    const path = [...base, ...issue.path];
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({
        path: [...path, key],
        message: `There is no setting ${key} here. Remove it, or correct its name.`,
      }));
    }
    if (issue.code === 'invalid_key' && issue.issues.length > 0) return faults(issue.issues, path);
    const branch = issue.code === 'invalid_union' && issue.message === 'Invalid input' ? closest(issue.errors) : [];
    return branch.length > 0 ? faults(branch, path) : [{ path, message: sentence(issue.message) }];
  });
}

/** Of the ways in which a value of several forms fails, the one that got furthest into it. */
function closest(branches: readonly (readonly Found[])[]): readonly Found[] {
  const reach = (branch: readonly Found[]) =>
    Math.max(0, ...branch.map((issue) => issue.path.length + (issue.code === 'unrecognized_keys' ? 1 : 0)));
  return branches.toSorted((a, b) => reach(b) - reach(a))[0] ?? [];
}

function sentence(message: string): string {
  return /[.!?]$/.test(message) ? message : `${message}.`;
}
