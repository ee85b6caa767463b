import { EvaluationError, type OnError, type Row } from '@millrace/model';

/** Whether a row makes a condition TRUE; throws an EvaluationError. */
export type RowCondition = (row: Row) => boolean;

/** What the aggregates' conditions (FILTER) say about the row at hand: all are asked before the first aggregate takes it. */
export class RowConditions {
  readonly #conditions: readonly RowCondition[];
  readonly #onError: OnError;
  /** In the order of the conditions. */
  readonly #holds: boolean[];

  constructor(conditions: readonly RowCondition[], onError: OnError) {
    this.#conditions = conditions;
    this.#onError = onError;
    this.#holds = conditions.map(() => false);
  }

  /** Why a condition has no value for the row; null where all have one. With `onError: null` such a condition does not hold (X3). */
  judge(row: Row): string | null {
    for (let i = 0; i < this.#conditions.length; i++) {
      try {
        this.#holds[i] = (this.#conditions[i] as RowCondition)(row);
      } catch (error) {
        if (!(error instanceof EvaluationError)) throw error;
        if (this.#onError !== 'null') return error.message;
        this.#holds[i] = false;
      }
    }
    return null;
  }

  /** Whether the row judged last made a condition TRUE. */
  holds(condition: number): boolean {
    return this.#holds[condition] === true;
  }
}
