import { type ColumnType, STRING } from '../../../values/column-type.ts';
import type { Value } from '../../../values/value.ts';
import type { JsonValueClause, JsonValueFallback } from '../../call-clause.ts';
import { makeTargetCast } from '../../check/check-cast.ts';
import { described } from '../../check/checker.ts';
import { commonType } from '../../check/common-type.ts';
import { convert } from '../../check/convert.ts';
import type { Cast } from '../../compute/cast/make-cast.ts';
import { findJson, unquoted } from '../../compute/json/find-json.ts';
import type { JsonPath } from '../../compute/json/json-path.ts';
import { EvaluationError } from '../../evaluation-error.ts';
import { computed } from '../../fold-constant.ts';
import { formatScalarType, sameScalarType } from '../../scalar-type.ts';
import type { Evaluate, TypedExpression } from '../../typed-expression.ts';
import type { FunctionCall, FunctionDefinition } from '../function-definition.ts';
import { jsonAndPath } from './json-argument.ts';

const USUAL: JsonValueClause = { kind: 'json-value', returning: null, onEmpty: 'NULL', onError: 'NULL' };
const TEXT = { type: STRING, length: null } as const;

/** A scalar of a JSON text. What stands there and is JSON's null is NULL; an object or an array is an error. */
export const jsonValue: FunctionDefinition = {
  name: 'JSON_VALUE',
  group: 'JSON',
  signatures: [
    'JSON_VALUE(json, path [RETURNING type] [NULL | ERROR | DEFAULT value ON EMPTY] [NULL | ERROR | DEFAULT value ON ERROR])',
  ],
  summary: 'The text, number or boolean at a path, as STRING or as the type that is asked for.',
  examples: [
    [`JSON_VALUE('{"a":{"b":[1,2.50]}}', '$.a.b[1]')`, '2.50'],
    [`JSON_VALUE('{"a":7}', '$.a' RETURNING INT)`, '7'],
    [`JSON_VALUE('{}', '$.a' DEFAULT 'none' ON EMPTY)`, 'none'],
  ],
  minArguments: 2,
  maxArguments: 4,
  resolve(call) {
    const { checker, source } = call;
    const clause = source.clause?.kind === 'json-value' ? source.clause : USUAL;
    const subject = jsonAndPath(call);
    if (subject === null) return null;
    const { json, path } = subject;
    const target = clause.returning ?? TEXT;
    const cast = makeTargetCast({ ...json, type: STRING }, target);
    if (cast === null) return checker.fault(`JSON_VALUE has no ${formatScalarType(target.type)}.`, source.range);
    const defaults = fallbackValues(call, target.type);
    if (defaults === null) return null;
    const compile = ([text, ...others]: readonly Evaluate[]) =>
      compileJsonValue(text as Evaluate, path, cast, { clause, defaults: others });
    return computed({ type: target.type, nullable: true, source, parts: [json, ...defaults], compile });
  },
};

type Fallbacks = { readonly clause: JsonValueClause; readonly defaults: readonly Evaluate[] };

/** The values behind DEFAULT, in the type of the result. */
function fallbackValues(
  { checker, arguments: given }: FunctionCall,
  type: ColumnType,
): readonly TypedExpression[] | null {
  const values = given.slice(2);
  for (const value of values) {
    const common = commonType(type, value.type);
    if (common !== null && sameScalarType(common, type)) continue;
    return checker.fault(`A DEFAULT here is ${formatScalarType(type)}; ${described(value)}.`, value.source.range);
  }
  return values.map((value) => convert(value, type));
}

function compileJsonValue(json: Evaluate, path: JsonPath, cast: Cast, { clause, defaults }: Fallbacks): Evaluate {
  const [first, second] = defaults;
  const emptyDefault = clause.onEmpty === 'DEFAULT' ? first : undefined;
  const errorDefault = clause.onEmpty === 'DEFAULT' ? second : first;
  return (row) => {
    const text = json(row);
    if (text === null) return null;
    const found = findJson(text as string, path);
    const otherwise = (fallback: JsonValueFallback, value: Evaluate | undefined, message: string): Value => {
      if (fallback === 'ERROR') throw new EvaluationError(`JSON_VALUE: ${message}.`);
      return value === undefined ? null : value(row);
    };
    if (found.kind === 'empty') return otherwise(clause.onEmpty, emptyDefault, 'the JSON has nothing at the path');
    if (found.kind === 'error') return otherwise(clause.onError, errorDefault, found.message);
    const { json: part } = found;
    if (part === 'null') return null;
    if (part.startsWith('{') || part.startsWith('[')) {
      return otherwise(clause.onError, errorDefault, 'an object or an array stands at the path');
    }
    try {
      return cast(part.startsWith('"') ? unquoted(part) : part);
    } catch (error) {
      if (error instanceof EvaluationError)
        return otherwise(clause.onError, errorDefault, error.message.replace(/\.$/, ''));
      throw error;
    }
  };
}
