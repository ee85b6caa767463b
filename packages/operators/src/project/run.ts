import { ChangeKind, type Emit, type Operator, type OperatorContext } from '@millrace/engine';
import type { OnError } from '@millrace/model';
import { assert, EvaluationError, type Row, type Value } from '@millrace/model';

/** Where an output column comes from: a position of the input, or a computation. */
export type ProjectedColumn = number | ((row: Row) => Value);

/**
 * Makes one new row of each row. A row of which a computation fails leaves on `error` (X3), or with `null` has NULL in that
 * column.
 */
export function makeProject(columns: readonly ProjectedColumn[], onError: OnError, context: OperatorContext): Operator {
  const emit = context.out[0] as Emit;
  const from = columns.map((column) => (typeof column === 'number' ? column : -1));
  const compute = columns.map((column) => (typeof column === 'number' ? nothing : orNull(column, onError)));
  // A copy of a template has the same kind of elements whatever is put into it.
  const template: Value[] = [];
  for (let i = 0; i < columns.length; i++) template.push(null);

  function projected(row: Row): Row | null {
    const result = template.slice();
    try {
      for (let i = 0; i < from.length; i++) {
        const position = from[i] as number;
        result[i] = position >= 0 ? (row[position] as Value) : (compute[i] as (row: Row) => Value)(row);
      }
    } catch (error) {
      if (!(error instanceof EvaluationError)) throw error;
      context.fail(error.message);
      return null;
    }
    return result;
  }

  return {
    process(_port, kind, row) {
      assert(kind === ChangeKind.insert, 'a project takes no changelog');
      const result = projected(row);
      if (result !== null) emit(kind, result);
    },
  };
}

function nothing(): Value {
  return null;
}

function orNull(compute: (row: Row) => Value, onError: OnError): (row: Row) => Value {
  if (onError !== 'null') return compute;
  return (row) => {
    try {
      return compute(row);
    } catch (error) {
      if (!(error instanceof EvaluationError)) throw error;
      return null;
    }
  };
}
