import { assert, type EdgeSchema, type Issue, type Result } from '@millrace/model';

/** The schema of the one input port of most operators. */
export function inputOf(inputs: ReadonlyMap<string, EdgeSchema>): EdgeSchema {
  const input = inputs.get('in');
  assert(input !== undefined, 'a node is resolved when its required inputs are connected');
  return input;
}

/** What `resolve` accepted before; throws otherwise. */
export function accepted<T>(result: Result<T>): T {
  assert(result.ok, 'a node is compiled when it was resolved without errors');
  return result.value;
}

/** No node makes a changelog yet; an operator that cannot keep one right refuses it (J4). */
export function changelogComesLater(input: EdgeSchema, type: string): readonly Issue[] {
  if (!input.changelog) return [];
  const message = `A ${type} takes no changelog yet. Connect an input that only adds rows.`;
  return [{ severity: 'error', message }];
}
