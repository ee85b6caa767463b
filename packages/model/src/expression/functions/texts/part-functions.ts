import { BOOLEAN, INT, STRING } from '../../../values/column-type.ts';
import { countCharacters, sliceCharacters } from '../../compute/text/code-points.ts';
import { positionOf } from '../../compute/text/position.ts';
import type { FunctionDefinition } from '../function-definition.ts';
import { integer, optional, text } from '../parameter.ts';
import { plainFunction } from '../plain-function.ts';

/** Parts of a text, and where they are. Places count characters from 1. */
export const partFunctions: readonly FunctionDefinition[] = [
  {
    ...plainFunction({
      name: 'SUBSTRING',
      group: 'Texts',
      summary: 'The part from a place on, of a length. A place before 0 counts from the end.',
      examples: [
        ["SUBSTRING('abcde', 2, 3)", 'bcd'],
        ["SUBSTRING('abcde' FROM -2)", 'de'],
      ],
      aliases: ['SUBSTR'],
      parameters: [text('text'), integer('start'), optional(integer('length'))],
      type: STRING,
      givesNull: true,
      compute: substring,
    }),
    signatures: ['SUBSTRING(text, start[, length])', 'SUBSTRING(text FROM start [FOR length])'],
  },
  plainFunction({
    name: 'LEFT',
    group: 'Texts',
    summary: 'The first characters.',
    examples: [["LEFT('abc', 2)", 'ab']],
    parameters: [text('text'), integer('count')],
    type: STRING,
    compute: (value, count) => sliceCharacters(value, 0, Math.max(0, count)),
  }),
  plainFunction({
    name: 'RIGHT',
    group: 'Texts',
    summary: 'The last characters.',
    examples: [["RIGHT('abc', 2)", 'bc']],
    parameters: [text('text'), integer('count')],
    type: STRING,
    compute: (value, count) => sliceCharacters(value, Math.max(0, countCharacters(value) - Math.max(0, count))),
  }),
  {
    ...plainFunction({
      name: 'POSITION',
      group: 'Texts',
      summary: 'The place of the first occurrence of a part, 0 where there is none.',
      examples: [["POSITION('c' IN 'abc')", '3']],
      parameters: [text('part'), text('text')],
      type: INT,
      compute: (part, value) => positionOf(part, value, 1),
    }),
    signatures: ['POSITION(part IN text)'],
  },
  plainFunction({
    name: 'LOCATE',
    group: 'Texts',
    summary: 'The place of the first occurrence of a part from a place on, 0 where there is none.',
    examples: [["LOCATE('a', 'banana', 3)", '4']],
    parameters: [text('part'), text('text'), optional(integer('start'))],
    type: INT,
    compute: (part, value, start = 1) => positionOf(part, value, start),
  }),
  plainFunction({
    name: 'INSTR',
    group: 'Texts',
    summary: 'The place of the first occurrence of a part, 0 where there is none.',
    examples: [["INSTR('abc', 'b')", '2']],
    parameters: [text('text'), text('part')],
    type: INT,
    compute: (value, part) => positionOf(part, value, 1),
  }),
  plainFunction({
    name: 'STARTSWITH',
    group: 'Texts',
    summary: 'Whether a text starts with another one.',
    examples: [["STARTSWITH('abc', 'ab')", 'TRUE']],
    parameters: [text('text'), text('start')],
    type: BOOLEAN,
    compute: (value, start) => value.startsWith(start),
  }),
  plainFunction({
    name: 'ENDSWITH',
    group: 'Texts',
    summary: 'Whether a text ends with another one.',
    examples: [["ENDSWITH('abc', 'bc')", 'TRUE']],
    parameters: [text('text'), text('end')],
    type: BOOLEAN,
    compute: (value, end) => value.endsWith(end),
  }),
];

/** Place 0 is place 1, as in Flink; a negative length is NULL. */
function substring(value: string, start: number, length?: number): string | null {
  if (length !== undefined && length < 0) return null;
  const from = start > 0 ? start - 1 : start === 0 ? 0 : countCharacters(value) + start;
  if (from < 0) return '';
  return sliceCharacters(value, from, length === undefined ? undefined : from + length);
}
