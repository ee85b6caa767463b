import { failure, type Result, success } from '../issue.ts';
import { nearest } from '../nearest.ts';
import {
  arrayOf,
  BIGINT,
  BOOLEAN,
  BYTES,
  type ColumnType,
  DATE,
  DOUBLE,
  decimal,
  INT,
  JSON_TEXT,
  type RowField,
  rowOf,
  STRING,
} from './column-type.ts';
import { MAX_DECIMAL_PRECISION } from './decimal.ts';
import { nameFault } from './name.ts';
import { MAX_TIME_PRECISION } from './time-units.ts';
import { OTHER_TYPE_NAMES, TYPE_FORMS } from './type-names.ts';

/** ARRAY and ROW inside of one another. */
export const MAX_TYPE_DEPTH = 16;
/** Fields of one ROW. */
const MAX_FIELDS = 256;

const PLAIN: ReadonlyMap<string, ColumnType> = new Map([
  ['BOOLEAN', BOOLEAN],
  ['INT', INT],
  ['BIGINT', BIGINT],
  ['DOUBLE', DOUBLE],
  ['STRING', STRING],
  ['BYTES', BYTES],
  ['DATE', DATE],
  ['JSON', JSON_TEXT],
]);
const WITH_PARTS: readonly string[] = ['DECIMAL', 'TIME', 'TIMESTAMP', 'TIMESTAMP_LTZ', 'ARRAY', 'ROW'];
const TOKEN = /\s*(?:([A-Za-z_][A-Za-z0-9_]*)|`((?:[^`]|``)*)`|(\d+)|([(),<>]))/y;

/** A column's type as documents write it: `BIGINT`, `DECIMAL(10, 2)`, `TIMESTAMP(3)`, `ARRAY<ROW<a INT, b STRING>>`. */
export function parseColumnType(text: string): Result<ColumnType> {
  const reader = new TypeReader(text);
  try {
    const type = reader.type(0);
    reader.expectEnd();
    return success(type);
  } catch (error) {
    if (error instanceof TypeFault) return failure([{ severity: 'error', message: error.message }]);
    throw error;
  }
}

/** Why a text is no type; thrown inside of this file alone. */
class TypeFault extends Error {}

/** Reads a type from its start to its end. */
class TypeReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  type(depth: number): ColumnType {
    const word = this.#word();
    const plain = PLAIN.get(word);
    if (plain !== undefined) return plain;
    switch (WITH_PARTS.includes(word) && this.#follows(/[(<]/y) ? word : null) {
      case 'DECIMAL':
        return this.#decimal();
      case 'TIME':
      case 'TIMESTAMP':
      case 'TIMESTAMP_LTZ':
        return { kind: word as 'TIME' | 'TIMESTAMP' | 'TIMESTAMP_LTZ', precision: this.#precision(word) };
      case 'ARRAY':
        return arrayOf(this.#inside('<', '>', () => this.type(this.#deeper(depth))));
      case 'ROW':
        return rowOf(this.#inside('<', '>', () => this.#fields(this.#deeper(depth))));
      default:
        throw new TypeFault(this.#whyNot(word));
    }
  }

  expectEnd(): void {
    const rest = this.#text.slice(this.#at).trim();
    if (rest !== '') throw new TypeFault(`${shown(this.#text)} has ${shown(rest)} behind the type. Remove it.`);
  }

  #decimal(): ColumnType {
    return this.#inside('(', ')', () => {
      const precision = this.#number('DECIMAL', 1, MAX_DECIMAL_PRECISION);
      const scale = this.#take(',') ? this.#number('The scale of DECIMAL', 0, precision) : 0;
      return decimal(precision, scale);
    });
  }

  #precision(of: string): number {
    return this.#inside('(', ')', () => this.#number(of, 0, MAX_TIME_PRECISION));
  }

  #fields(depth: number): readonly RowField[] {
    const fields: RowField[] = [];
    do {
      const name = this.#name();
      if (fields.some((field) => field.name === name)) throw new TypeFault(`ROW has two fields ${name}. Rename one.`);
      fields.push({ name, type: this.type(depth) });
      if (fields.length > MAX_FIELDS) throw new TypeFault(`ROW has more than ${MAX_FIELDS} fields.`);
    } while (this.#take(','));
    return fields;
  }

  #name(): string {
    const [, word, quoted] = this.#next() ?? [];
    const name = word ?? quoted?.replaceAll('``', '`');
    if (name === undefined) throw new TypeFault(`A field of ROW begins with its name: ROW<name type, …>.`);
    const fault = nameFault(name);
    if (fault !== null) throw new TypeFault(fault);
    return name;
  }

  #deeper(depth: number): number {
    if (depth + 1 > MAX_TYPE_DEPTH) throw new TypeFault(`Types nest at most ${MAX_TYPE_DEPTH} deep.`);
    return depth + 1;
  }

  #word(): string {
    const word = this.#next()?.[1];
    if (word === undefined) throw new TypeFault(noType(this.#text));
    return word;
  }

  #number(what: string, least: number, most: number): number {
    const digits = this.#next()?.[3];
    const value = Number(digits);
    if (digits === undefined || value < least || value > most) {
      throw new TypeFault(`${what} takes a whole number from ${least} to ${most}, in ${shown(this.#text)}.`);
    }
    return value;
  }

  #inside<Inner>(open: string, close: string, read: () => Inner): Inner {
    if (!this.#take(open)) throw new TypeFault(`${open} is expected in ${shown(this.#text)}.`);
    const inner = read();
    if (!this.#take(close)) throw new TypeFault(`${close} is missing in ${shown(this.#text)}.`);
    return inner;
  }

  #take(symbol: string): boolean {
    const before = this.#at;
    if (this.#next()?.[4] === symbol) return true;
    this.#at = before;
    return false;
  }

  #follows(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at + (/^\s*/.exec(this.#text.slice(this.#at))?.[0].length ?? 0);
    return pattern.test(this.#text);
  }

  #next(): RegExpExecArray | null {
    TOKEN.lastIndex = this.#at;
    const match = TOKEN.exec(this.#text);
    if (match !== null) this.#at = TOKEN.lastIndex;
    return match;
  }

  #whyNot(word: string): string {
    const upper = word.toUpperCase();
    if (upper !== word && (PLAIN.has(upper) || WITH_PARTS.includes(upper))) {
      return `There is no type ${shown(word)}. Write ${upper}.`;
    }
    const meant = OTHER_TYPE_NAMES.get(upper);
    if (meant !== undefined) return `There is no type ${shown(word)}. Did you mean ${meant}?`;
    if (WITH_PARTS.includes(upper)) {
      const form = TYPE_FORMS.find((known) => known.startsWith(`${upper}<`));
      return `${word} needs what it holds: ${form}.`;
    }
    const near = nearest(upper, [...PLAIN.keys(), ...WITH_PARTS, ...OTHER_TYPE_NAMES.keys()]);
    if (near === null) return noType(word);
    return `There is no type ${shown(word)}. Did you mean ${OTHER_TYPE_NAMES.get(near) ?? near}?`;
  }
}

function noType(text: string): string {
  return `There is no type ${shown(text)}; the types are ${TYPE_FORMS.join(', ')}.`;
}

function shown(text: string): string {
  return text.length <= 40 ? text : `${text.slice(0, 40)}…`;
}
