import { INT, STRING } from '../../../values/column-type.ts';
import { countCharacters, reverseCharacters } from '../../compute/text/code-points.ts';
import { javaHash } from '../../compute/text/java-hash.ts';
import type { FunctionDefinition } from '../function-definition.ts';
import { text } from '../parameter.ts';
import { plainFunction } from '../plain-function.ts';

/** Functions of one text as a whole. */
export const caseFunctions: readonly FunctionDefinition[] = [
  plainFunction({
    name: 'UPPER',
    group: 'Texts',
    summary: 'In capitals, whatever the language.',
    examples: [["UPPER('héllo')", 'HÉLLO']],
    parameters: [text('text')],
    type: STRING,
    compute: (value) => value.toUpperCase(),
  }),
  plainFunction({
    name: 'LOWER',
    group: 'Texts',
    summary: 'In small letters, whatever the language.',
    examples: [["LOWER('ÀB')", 'àb']],
    parameters: [text('text')],
    type: STRING,
    compute: (value) => value.toLowerCase(),
  }),
  plainFunction({
    name: 'INITCAP',
    group: 'Texts',
    summary: 'Each word with one capital at its start; letters and digits make words.',
    examples: [["INITCAP('foo bAR')", 'Foo Bar']],
    parameters: [text('text')],
    type: STRING,
    compute: (value) =>
      value.replace(/[\p{L}\p{N}]+/gu, (word) => {
        const [first = ''] = word;
        return first.toUpperCase() + word.slice(first.length).toLowerCase();
      }),
  }),
  plainFunction({
    name: 'REVERSE',
    group: 'Texts',
    summary: 'The characters from the last to the first.',
    examples: [["REVERSE('abc')", 'cba']],
    parameters: [text('text')],
    type: STRING,
    compute: reverseCharacters,
  }),
  plainFunction({
    name: 'CHAR_LENGTH',
    group: 'Texts',
    summary: 'How many characters (code points) a text has.',
    examples: [["CHAR_LENGTH('héllo 😀')", '7']],
    aliases: ['CHARACTER_LENGTH'],
    parameters: [text('text')],
    type: INT,
    compute: countCharacters,
  }),
  plainFunction({
    name: 'ASCII',
    group: 'Texts',
    summary: 'The number of the first byte of a text in UTF-8; 0 of an empty text.',
    examples: [["ASCII('abc')", '97']],
    parameters: [text('text')],
    type: INT,
    compute: firstByte,
  }),
  plainFunction({
    name: 'HASH_CODE',
    group: 'Texts',
    summary: "The hash of a text as Java's String.hashCode computes it.",
    examples: [["HASH_CODE('abc')", '96354']],
    parameters: [text('text')],
    type: INT,
    compute: javaHash,
  }),
];

/** Negative above 127, as a byte of Java is. */
function firstByte(value: string): number {
  const point = value.codePointAt(0) ?? 0;
  if (point < 0x80) return point;
  const first = point < 0x800 ? 0xc0 | (point >> 6) : point < 0x10000 ? 0xe0 | (point >> 12) : 0xf0 | (point >> 18);
  return first - 256;
}
