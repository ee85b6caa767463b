import { arrayOf, STRING } from '../../../values/column-type.ts';
import type { FunctionDefinition } from '../function-definition.ts';
import { integer, text } from '../parameter.ts';
import { plainFunction } from '../plain-function.ts';

export const splitFunctions: readonly FunctionDefinition[] = [
  plainFunction({
    name: 'SPLIT',
    group: 'Texts',
    summary: 'The parts between separators; an empty separator splits into characters.',
    examples: [["SPLIT('a,b', ',')", '[a, b]']],
    parameters: [text('text'), text('separator')],
    type: arrayOf(STRING),
    compute: split,
  }),
  plainFunction({
    name: 'SPLIT_INDEX',
    group: 'Texts',
    summary: 'One of the parts between separators, from 0; NULL where there are fewer.',
    examples: [["SPLIT_INDEX('a,b', ',', 1)", 'b']],
    parameters: [text('text'), text('separator'), integer('index')],
    type: STRING,
    givesNull: true,
    compute: (value, separator, index) => split(value, separator)[index] ?? null,
  }),
];

function split(value: string, separator: string): readonly string[] {
  return separator === '' ? [...value] : value.split(separator);
}
