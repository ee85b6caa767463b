import { RE2JSException } from 're2js';
import { BOOLEAN, STRING } from '../../../values/column-type.ts';
import { limitedText } from '../../compute/text/limited-text.ts';
import { cached } from '../../compute/text/pattern-cache.ts';
import { parseRegularExpression, patternFault } from '../../compute/text/regular-expression.ts';
import { EvaluationError } from '../../evaluation-error.ts';
import type { FunctionDefinition } from '../function-definition.ts';
import { checkedText, integer, optional, type Parameter, text } from '../parameter.ts';
import { plainFunction } from '../plain-function.ts';

const expressionOf = cached((pattern) => parseRegularExpression(pattern));

/** Regular expressions as RE2 reads them: matched in linear time, without references back and lookaround (X6). */
export const patternFunctions: readonly FunctionDefinition[] = [
  plainFunction({
    name: 'REGEXP',
    group: 'Texts',
    summary: 'Whether a regular expression (RE2) occurs in a text.',
    examples: [["REGEXP('order-17', '[0-9]+$')", 'TRUE']],
    parameters: [text('text'), pattern()],
    type: BOOLEAN,
    compute: (value, expression) => expressionOf(expression).matcher(value).find(),
  }),
  plainFunction({
    name: 'REGEXP_REPLACE',
    group: 'Texts',
    summary: 'Every match replaced; $1 stands for the first group.',
    examples: [["REGEXP_REPLACE('2026-01', '([0-9]+)-([0-9]+)', '$2/$1')", '01/2026']],
    parameters: [text('text'), pattern(), text('replacement')],
    type: STRING,
    compute: (value, expression, replacement) => replaceAll(value, expression, replacement),
  }),
  plainFunction({
    name: 'REGEXP_EXTRACT',
    group: 'Texts',
    summary: 'The first match, or a group of it; NULL where there is none.',
    examples: [["REGEXP_EXTRACT('order-17', '-([0-9]+)', 1)", '17']],
    parameters: [text('text'), pattern(), optional(integer('group'))],
    type: STRING,
    givesNull: true,
    compute: (value, expression, group = 0) => {
      const matcher = expressionOf(expression).matcher(value);
      if (group < 0 || group > matcher.groupCount() || !matcher.find()) return null;
      return matcher.group(group);
    },
  }),
];

function pattern(): Parameter<string> {
  return checkedText('pattern', (written) => {
    const fault = patternFault(written);
    return typeof fault === 'string' ? fault : null;
  });
}

function replaceAll(value: string, expression: string, replacement: string): string {
  try {
    return limitedText(expressionOf(expression).matcher(value).replaceAll(replacement, true));
  } catch (error) {
    if (error instanceof RE2JSException) throw new EvaluationError(`The replacement does not fit: ${error.message}.`);
    throw error;
  }
}
