import { listed, nearest } from '../../nearest.ts';
import { arrayOf, BIGINT } from '../../values/column-type.ts';
import type { Value } from '../../values/value.ts';
import type { ArrayExpression, ElementExpression, FieldExpression } from '../expression.ts';
import { computed } from '../fold-constant.ts';
import { formatColumnName } from '../parse/words.ts';
import { formatShort } from '../print/format-expression.ts';
import { isColumnType } from '../scalar-type.ts';
import type { Evaluate, TypedExpression } from '../typed-expression.ts';
import { type Checker, checkAll, described } from './checker.ts';
import { convert, mapped } from './convert.ts';
import { isInteger } from './numeric-types.ts';
import { unified } from './unified.ts';

/** `row.field`; NULL where the row is. */
export function checkField(checker: Checker, source: FieldExpression): TypedExpression | null {
  const operand = checker.check(source.operand);
  if (operand === null) return null;
  const { type } = operand;
  if (type.kind !== 'ROW') {
    const remedy = type.kind === 'JSON' ? ` Write JSON_VALUE(${formatShort(source.operand)}, '$.${source.name}').` : '';
    return checker.fault(`${described(operand)}: only a ROW has fields.${remedy}`, source.nameRange);
  }
  const index = type.fields.findIndex(({ name }) => name === source.name);
  const field = type.fields[index];
  if (field !== undefined) {
    return { ...mapped(operand, field.type, (row) => (row as readonly Value[])[index] ?? null, true), source };
  }
  const names = type.fields.map(({ name }) => name);
  const near = nearest(source.name, names);
  const remedy = near === null ? `The fields are ${listed(names)}.` : `Did you mean ${formatColumnName(near)}?`;
  return checker.fault(`${formatShort(source.operand)} has no field ${source.name}. ${remedy}`, source.nameRange);
}

/** `array[index]` from 1; NULL where the array has no such element. */
export function checkElement(checker: Checker, source: ElementExpression): TypedExpression | null {
  const checked = checkAll(checker, [source.operand, source.index]);
  if (checked === null) return null;
  const [array, index] = checked as readonly [TypedExpression, TypedExpression];
  if (array.type.kind !== 'ARRAY') {
    return checker.fault(`${described(array)}: only an ARRAY has elements.`, source.operand.range);
  }
  if (!isInteger(index.type) && index.type.kind !== 'NULL') {
    return checker.fault(`${described(index)}: an element's place is an INT, from 1.`, source.index.range);
  }
  const compile = ([values, place]: readonly Evaluate[]): Evaluate => {
    const [valuesOf, placeOf] = [values as Evaluate, place as Evaluate];
    return (row) => {
      const list = valuesOf(row);
      const at = list === null ? null : placeOf(row);
      return at === null ? null : ((list as readonly Value[])[Number(at) - 1] ?? null);
    };
  };
  return computed({
    type: array.type.element,
    nullable: true,
    source,
    parts: [array, convert(index, BIGINT)],
    compile,
  });
}

/** `ARRAY[element, …]`. */
export function checkArray(checker: Checker, source: ArrayExpression): TypedExpression | null {
  const checked = checkAll(checker, source.elements);
  const elements = checked === null ? null : unified(checker, 'ARRAY', checked);
  if (elements === null) return null;
  const { type, parts } = elements;
  if (!isColumnType(type)) return checker.fault('An ARRAY needs an element that says its type.', source.range);
  const compile =
    (evaluates: readonly Evaluate[]): Evaluate =>
    (row) =>
      evaluates.map((element) => element(row));
  return computed({ type: arrayOf(type), nullable: false, source, parts, compile });
}
