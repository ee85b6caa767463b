import { EvaluationError } from '../../evaluation-error.ts';

/** X6. */
export const MAX_TEXT_LENGTH = 1_048_576;

/** A text that was computed; throws an EvaluationError where it is too long. */
export function limitedText(text: string): string {
  checkTextLength(text.length);
  return text;
}

/** Throws an EvaluationError before a text of a length is made. */
export function checkTextLength(length: number): void {
  if (length > MAX_TEXT_LENGTH) throw new EvaluationError('The text has more than 1 MB.');
}
