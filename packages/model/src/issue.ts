/** Characters [from, to) of the text of a field. */
export type TextRange = { readonly from: number; readonly to: number };

/**
 * A mistake in what the user wrote, as a value. `node` and `field` say where (a field is a path such as `aggregates[0].of`);
 * the message says what is wrong and what to do.
 */
export type Issue = {
  readonly severity: 'error' | 'warning';
  readonly message: string;
  readonly node?: string;
  readonly field?: string;
  readonly range?: TextRange;
};

/** A value, or the mistakes that stand in its way. */
export type Result<T> =
  | { readonly ok: true; readonly value: T; readonly issues: readonly Issue[] }
  | { readonly ok: false; readonly issues: readonly Issue[] };

export function success<T>(value: T, warnings: readonly Issue[] = []): Result<T> {
  return { ok: true, value, issues: warnings };
}

export function failure<T>(issues: readonly Issue[]): Result<T> {
  return { ok: false, issues };
}
