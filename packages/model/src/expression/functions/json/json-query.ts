import { BOOLEAN, STRING } from '../../../values/column-type.ts';
import type { JsonQueryClause, JsonQueryFallback } from '../../call-clause.ts';
import { mapped } from '../../check/convert.ts';
import { withoutSpace } from '../../compute/json/compact-json.ts';
import { type FoundJson, findJson } from '../../compute/json/find-json.ts';
import { EvaluationError } from '../../evaluation-error.ts';
import type { FunctionDefinition } from '../function-definition.ts';
import { jsonAndPath } from './json-argument.ts';

const USUAL: JsonQueryClause = { kind: 'json-query', wrapper: 'WITHOUT', onEmpty: 'NULL', onError: 'NULL' };

/** An object or an array of a JSON text; a scalar is an error unless it is wrapped. */
const jsonQuery: FunctionDefinition = {
  name: 'JSON_QUERY',
  group: 'JSON',
  signatures: [
    'JSON_QUERY(json, path [WITHOUT | WITH [CONDITIONAL | UNCONDITIONAL] ARRAY WRAPPER] [NULL | ERROR | EMPTY ARRAY | EMPTY OBJECT ON EMPTY] [… ON ERROR])',
  ],
  summary: 'The object or array at a path, as JSON text without spaces.',
  examples: [
    [`JSON_QUERY('{"a": {"b": [1, 2.50]}}', '$.a')`, '{"b":[1,2.50]}'],
    [`JSON_QUERY('{"a": 1}', '$.a' WITH ARRAY WRAPPER)`, '[1]'],
  ],
  minArguments: 2,
  maxArguments: 2,
  resolve(call) {
    const { source } = call;
    const clause = source.clause?.kind === 'json-query' ? source.clause : USUAL;
    const subject = jsonAndPath(call);
    if (subject === null) return null;
    const { json, path } = subject;
    return { ...mapped(json, STRING, (text) => query(findJson(text as string, path), clause), true), source };
  },
};

const jsonExists: FunctionDefinition = {
  name: 'JSON_EXISTS',
  group: 'JSON',
  signatures: ['JSON_EXISTS(json, path [TRUE | FALSE | UNKNOWN | ERROR ON ERROR])'],
  summary: "Whether something other than JSON's null stands at a path.",
  examples: [
    [`JSON_EXISTS('{"a":1}', '$.a')`, 'TRUE'],
    [`JSON_EXISTS('{"a":1}', '$.b')`, 'FALSE'],
  ],
  minArguments: 2,
  maxArguments: 2,
  resolve(call) {
    const { source } = call;
    const onError = source.clause?.kind === 'json-exists' ? source.clause.onError : 'FALSE';
    const subject = jsonAndPath(call);
    if (subject === null) return null;
    const { json, path } = subject;
    const exists = (found: FoundJson): boolean | null => {
      if (found.kind !== 'error') return found.kind === 'found' && found.json !== 'null';
      if (onError === 'ERROR') throw new EvaluationError(`JSON_EXISTS: ${found.message}.`);
      return onError === 'UNKNOWN' ? null : onError === 'TRUE';
    };
    const nullable = json.nullable || onError === 'UNKNOWN';
    return { ...mapped(json, BOOLEAN, (text) => exists(findJson(text as string, path)), nullable), source };
  },
};

export const jsonQueries: readonly FunctionDefinition[] = [jsonQuery, jsonExists];

function query(found: FoundJson, { wrapper, onEmpty, onError }: JsonQueryClause): string | null {
  if (found.kind === 'empty') return fallback(onEmpty, 'The JSON has nothing at the path');
  if (found.kind === 'error') return fallback(onError, found.message);
  const { json } = found;
  const isNested = json.startsWith('{') || json.startsWith('[');
  if (wrapper === 'UNCONDITIONAL' || (wrapper === 'CONDITIONAL' && !isNested)) return `[${withoutSpace(json)}]`;
  if (json === 'null') return null;
  return isNested ? withoutSpace(json) : fallback(onError, 'A scalar stands at the path');
}

function fallback(what: JsonQueryFallback, message: string): string | null {
  switch (what) {
    case 'NULL':
      return null;
    case 'EMPTY ARRAY':
      return '[]';
    case 'EMPTY OBJECT':
      return '{}';
    case 'ERROR':
      throw new EvaluationError(`JSON_QUERY: ${message}.`);
  }
}
