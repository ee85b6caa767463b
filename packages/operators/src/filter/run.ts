import { ChangeKind, type Emit, type Operator, type OperatorContext } from '@millrace/engine';
import type { OnError } from '@millrace/model';
import { assert, EvaluationError, type Row } from '@millrace/model';

/**
 * Sends on the rows for which the condition is TRUE and counts the others as filtered. A row whose condition fails leaves on
 * `error` (X3), or with `null` counts as not TRUE.
 */
export function makeFilter(where: (row: Row) => boolean, onError: OnError, context: OperatorContext): Operator {
  const emit = context.out[0] as Emit;

  function holds(row: Row): boolean | null {
    try {
      return where(row);
    } catch (error) {
      if (!(error instanceof EvaluationError)) throw error;
      if (onError === 'null') return false;
      context.fail(error.message);
      return null;
    }
  }

  return {
    process(_port, kind, row) {
      assert(kind === ChangeKind.insert, 'a filter takes no changelog');
      const passes = holds(row);
      if (passes === true) emit(kind, row);
      else if (passes === false) context.count('filtered', 1);
    },
  };
}
