import { STRING } from '../../../values/column-type.ts';
import type { Value } from '../../../values/value.ts';
import { described } from '../../check/checker.ts';
import { mapped } from '../../check/convert.ts';
import { jsonText } from '../../compute/json/json-text.ts';
import { limitedText } from '../../compute/text/limited-text.ts';
import { computed } from '../../fold-constant.ts';
import { isColumnType } from '../../scalar-type.ts';
import type { Evaluate, TypedExpression } from '../../typed-expression.ts';
import type { FunctionCall, FunctionDefinition } from '../function-definition.ts';

export const jsonMakers: readonly FunctionDefinition[] = [
  {
    name: 'JSON_STRING',
    group: 'JSON',
    signatures: ['JSON_STRING(value)'],
    summary: 'A value as JSON text.',
    examples: [["JSON_STRING('a\"b')", '"a\\"b"']],
    minArguments: 1,
    maxArguments: 1,
    resolve({ checker, source, arguments: [value] }) {
      if (value === undefined) return null;
      if (value.type.kind === 'NULL') return { ...value, type: STRING, source };
      if (!isColumnType(value.type))
        return checker.fault(`JSON_STRING takes a value; ${described(value)}.`, value.source.range);
      const write = writer(value);
      return { ...mapped(value, STRING, (found) => limitedText(write(found))), source };
    },
  },
  {
    name: 'JSON_OBJECT',
    group: 'JSON',
    signatures: ['JSON_OBJECT(name VALUE value, … [NULL | ABSENT ON NULL])'],
    summary: 'An object of names and values; a NULL is written as null, or left out.',
    examples: [["JSON_OBJECT('id' VALUE 7, 'tags' VALUE JSON_ARRAY('a'))", '{"id":7,"tags":["a"]}']],
    minArguments: 0,
    maxArguments: 510,
    resolve: resolveObject,
  },
  {
    name: 'JSON_ARRAY',
    group: 'JSON',
    signatures: ['JSON_ARRAY(value, … [NULL | ABSENT ON NULL])'],
    summary: 'An array of values; a NULL is left out, or written as null.',
    examples: [
      ["JSON_ARRAY(7, NULL, 'a')", '[7,"a"]'],
      ['JSON_ARRAY(7, NULL NULL ON NULL)', '[7,null]'],
    ],
    minArguments: 0,
    maxArguments: 255,
    resolve: resolveArray,
  },
];

function resolveObject({ checker, source, arguments: given }: FunctionCall): TypedExpression | null {
  const names = given.filter((_, i) => i % 2 === 0);
  const values = given.filter((_, i) => i % 2 === 1);
  for (const name of names) {
    if (name.type.kind === 'STRING') continue;
    return checker.fault(`JSON_OBJECT takes texts as names; ${described(name)}.`, name.source.range);
  }
  const keepsNull = source.clause?.kind !== 'on-null' || source.clause.onNull === 'NULL';
  const writers = values.map(writer);
  const compile = (parts: readonly Evaluate[]): Evaluate => {
    const [namesOf, valuesOf] = [parts.slice(0, names.length), parts.slice(names.length)];
    return (row) => {
      const members: string[] = [];
      for (const [i, nameOf] of namesOf.entries()) {
        const name = nameOf(row);
        const value = (valuesOf[i] as Evaluate)(row);
        if (name !== null && (value !== null || keepsNull)) {
          members.push(`${JSON.stringify(name)}:${(writers[i] as Writer)(value)}`);
        }
      }
      return limitedText(`{${members.join(',')}}`);
    };
  };
  return computed({ type: STRING, nullable: false, source, parts: [...names, ...values], compile });
}

function resolveArray({ source, arguments: values }: FunctionCall): TypedExpression | null {
  const keepsNull = source.clause?.kind === 'on-null' && source.clause.onNull === 'NULL';
  const writers = values.map(writer);
  const compile = (parts: readonly Evaluate[]): Evaluate => {
    return (row) => {
      const found = parts.map((part) => part(row));
      const written = found.map((value, i) => (value === null && !keepsNull ? null : (writers[i] as Writer)(value)));
      return limitedText(`[${written.filter((text) => text !== null).join(',')}]`);
    };
  };
  return computed({ type: STRING, nullable: false, source, parts: values, compile });
}

type Writer = (value: Value) => string;

/** What another of these functions made is JSON already. */
function writer({ type, source }: TypedExpression): Writer {
  const isJson = source.kind === 'call' && (source.name === 'JSON_OBJECT' || source.name === 'JSON_ARRAY');
  return isJson ? (value) => (value === null ? 'null' : String(value)) : (value) => jsonText(value, type);
}
