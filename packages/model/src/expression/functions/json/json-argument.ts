import { STRING } from '../../../values/column-type.ts';
import { described } from '../../check/checker.ts';
import { convert } from '../../check/convert.ts';
import { type JsonPath, parseJsonPath } from '../../compute/json/json-path.ts';
import type { TypedExpression } from '../../typed-expression.ts';
import type { FunctionCall } from '../function-definition.ts';

/** The JSON text and the path of a call; null where they are none, reported. A path is written as a text, so that it is read once. */
export function jsonAndPath({ checker, source, arguments: [json, path] }: FunctionCall): {
  readonly json: TypedExpression;
  readonly path: JsonPath;
} | null {
  if (json === undefined || path === undefined) return null;
  if (json.type.kind !== 'STRING' && json.type.kind !== 'JSON' && json.type.kind !== 'NULL') {
    return checker.fault(`${source.name} takes a JSON text; ${described(json)}.`, json.source.range);
  }
  const written = path.kind === 'literal' && typeof path.value === 'string' ? path.value : null;
  const parsed = written === null ? null : parseJsonPath(written);
  if (parsed !== null) return { json: json.type.kind === 'NULL' ? convert(json, STRING) : json, path: parsed };
  const message = `${source.name} takes a path that is written as a text, such as '$.items[0].name'.`;
  return checker.fault(message, path.source.range);
}
