import { STRING } from '../../../values/column-type.ts';
import type { Value } from '../../../values/value.ts';
import { described } from '../../check/checker.ts';
import { convert } from '../../check/convert.ts';
import { countCharacters, sliceCharacters } from '../../compute/text/code-points.ts';
import { checkTextLength, limitedText } from '../../compute/text/limited-text.ts';
import { computed } from '../../fold-constant.ts';
import type { Evaluate, TypedExpression } from '../../typed-expression.ts';
import type { FunctionCall, FunctionDefinition } from '../function-definition.ts';
import { integer, text } from '../parameter.ts';
import { compileCall, plainFunction } from '../plain-function.ts';

/** Functions that put texts together. */
export const joinFunctions: readonly FunctionDefinition[] = [
  {
    name: 'CONCAT',
    group: 'Texts',
    signatures: ['CONCAT(text, …)'],
    summary: 'The texts one after another; NULL where one of them is.',
    examples: [["CONCAT('a', 'b', 'c')", 'abc']],
    minArguments: 1,
    maxArguments: 255,
    resolve: (call) => resolveTexts(call, (parts) => compileCall(parts, (values) => limitedText(values.join('')))),
  },
  {
    name: 'CONCAT_WS',
    group: 'Texts',
    signatures: ['CONCAT_WS(separator, text, …)'],
    summary: 'The texts with a separator between them; NULLs are left out.',
    examples: [["CONCAT_WS('-', 'a', NULL, 'c')", 'a-c']],
    minArguments: 2,
    maxArguments: 255,
    resolve: (call) => resolveTexts(call, compileWithSeparator),
  },
  plainFunction({
    name: 'REPEAT',
    group: 'Texts',
    summary: 'A text so many times.',
    examples: [["REPEAT('ab', 3)", 'ababab']],
    parameters: [text('text'), integer('count')],
    type: STRING,
    compute: (value, count) => {
      checkTextLength(value.length * Math.max(0, count));
      return value.repeat(Math.max(0, count));
    },
  }),
  plainFunction({
    name: 'REPLACE',
    group: 'Texts',
    summary: 'Every occurrence of a part replaced.',
    examples: [["REPLACE('banana', 'an', 'o')", 'booa']],
    parameters: [text('text'), text('part'), text('replacement')],
    type: STRING,
    compute: (value, part, replacement) => (part === '' ? value : limitedText(value.split(part).join(replacement))),
  }),
  padding('LPAD', 'at its start', ["LPAD('7', 3, '0')", '007'], (value, pad) => pad + value),
  padding('RPAD', 'at its end', ["RPAD('ab', 4, 'x')", 'abxx'], (value, pad) => value + pad),
];

function padding(
  name: string,
  where: string,
  example: readonly [string, string],
  join: (value: string, pad: string) => string,
): FunctionDefinition {
  return plainFunction({
    name,
    group: 'Texts',
    summary: `Filled ${where} up to a length, or cut to it; NULL for a negative length or an empty filling.`,
    examples: [example],
    parameters: [text('text'), integer('length'), text('filling')],
    type: STRING,
    givesNull: true,
    compute: (value, length, filling) => {
      if (length < 0 || filling === '') return null;
      const missing = length - countCharacters(value);
      if (missing <= 0) return sliceCharacters(value, 0, length);
      checkTextLength(length);
      const size = countCharacters(filling);
      return join(value, sliceCharacters(filling.repeat(Math.ceil(missing / size)), 0, missing));
    },
  });
}

function resolveTexts(
  { checker, source, arguments: given }: FunctionCall,
  compile: (parts: readonly Evaluate[]) => Evaluate,
): TypedExpression | null {
  for (const part of given) {
    if (part.type.kind === 'STRING' || part.type.kind === 'NULL') continue;
    return checker.fault(`${source.name} takes texts; ${described(part)}. Write CAST(… AS STRING).`, part.source.range);
  }
  const parts = given.map((part) => convert(part, STRING));
  const relevant = source.name === 'CONCAT_WS' ? parts.slice(0, 1) : parts;
  return computed({ type: STRING, nullable: relevant.some(({ nullable }) => nullable), source, parts, compile });
}

function compileWithSeparator(parts: readonly Evaluate[]): Evaluate {
  const [separator, ...texts] = parts as readonly [Evaluate, ...Evaluate[]];
  return (row) => {
    const between = separator(row);
    if (between === null) return null;
    const found: Value[] = texts.map((part) => part(row)).filter((value) => value !== null);
    return limitedText(found.join(between as string));
  };
}
