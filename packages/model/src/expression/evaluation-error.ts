/** Why an expression has no value for a row (X2): a sentence for the row's error output (X3). */
export class EvaluationError extends Error {
  override readonly name = 'EvaluationError';
}
