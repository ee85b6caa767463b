import { RE2JS, RE2JSException } from 're2js';
import { EvaluationError } from '../../evaluation-error.ts';

/** X6: a pattern's text, and the steps that matching it takes per character at most. */
const MAX_PATTERN_LENGTH = 1_000;
const MAX_PROGRAM_SIZE = 10_000;

/** A regular expression as RE2 reads it, in linear time; throws an EvaluationError for a text that is none. */
export function parseRegularExpression(pattern: string, flags = 0): RE2JS {
  const fault = patternFault(pattern, flags);
  if (typeof fault === 'string') throw new EvaluationError(fault);
  return fault;
}

/** The expression, or a sentence that says why a text is none. */
export function patternFault(pattern: string, flags = 0): RE2JS | string {
  if (pattern.length > MAX_PATTERN_LENGTH) return `A pattern has at most ${MAX_PATTERN_LENGTH} characters.`;
  try {
    const compiled = RE2JS.compile(pattern, flags);
    if (compiled.programSize() <= MAX_PROGRAM_SIZE) return compiled;
    return 'The pattern repeats too much: it takes more than 10,000 steps per character. Write smaller counts.';
  } catch (error) {
    if (error instanceof RE2JSException) return `The pattern cannot be read: ${error.message}.`;
    throw error;
  }
}
