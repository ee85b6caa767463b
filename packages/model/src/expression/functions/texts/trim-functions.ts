import { STRING } from '../../../values/column-type.ts';
import { trimmed } from '../../compute/text/trimmed.ts';
import type { FunctionDefinition } from '../function-definition.ts';
import { optional, text } from '../parameter.ts';
import { plainFunction } from '../plain-function.ts';

type Sides = { readonly start: boolean; readonly end: boolean };
const BOTH: Sides = { start: true, end: true };

export const trimFunctions: readonly FunctionDefinition[] = [
  {
    ...trimming('TRIM', BOTH, "TRIM('  ab ')", 'ab'),
    signatures: ['TRIM(text)', 'TRIM([BOTH | LEADING | TRAILING] characters FROM text)'],
    examples: [
      ["TRIM('  ab ')", 'ab'],
      ["TRIM(LEADING '0' FROM '007')", '7'],
    ],
    resolve(call) {
      const side = call.source.clause?.kind === 'trim' ? call.source.clause.side : 'BOTH';
      const sides = { start: side !== 'TRAILING', end: side !== 'LEADING' };
      return trimming('TRIM', sides, '', '').resolve(call);
    },
  },
  trimming('LTRIM', { start: true, end: false }, "LTRIM(' ab ')", 'ab '),
  trimming('RTRIM', { start: false, end: true }, "RTRIM(' ab ')", ' ab'),
  trimming('BTRIM', BOTH, "BTRIM('xxabx', 'x')", 'ab'),
];

function trimming(name: string, { start, end }: Sides, example: string, result: string): FunctionDefinition {
  const where = start && end ? 'both sides' : start ? 'the start' : 'the end';
  return plainFunction({
    name,
    group: 'Texts',
    summary: `Without spaces, or other characters that are given, at ${where}.`,
    examples: [[example, result]],
    parameters: [text('text'), optional(text('characters'))],
    type: STRING,
    compute: (value, characters = ' ') => trimmed(value, characters, start, end),
  });
}
