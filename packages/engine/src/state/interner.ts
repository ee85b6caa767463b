import type { ColumnType, TypeKind, Value } from '@millrace/model';

/** Below this many interned values a rebuild is not worth it. */
const SMALL = 4_096;

const WHOLE_NUMBERS: readonly TypeKind[] = ['INT', 'BIGINT', 'DECIMAL', 'DATE', 'TIME', 'TIMESTAMP', 'TIMESTAMP_LTZ'];

/** Whether a key column's numbers stand for themselves; other columns are interned throughout. */
function isNumeric({ kind }: ColumnType): boolean {
  return WHOLE_NUMBERS.includes(kind);
}

/**
 * Values of key columns as doubles and back. In columns of whole numbers a number is itself and a bigint the middle between two
 * numbers; in other columns every value gets a number. NULL is NaN.
 */
export class Interner {
  readonly #numeric: readonly boolean[];
  #ids = new Map<Value, number>();
  #values: Value[] = [];

  constructor(keys: readonly ColumnType[]) {
    this.#numeric = keys.map(isNumeric);
  }

  intern(column: number, value: Value): number {
    if (value === null) return Number.NaN;
    if (this.#numeric[column] !== true) return this.#id(value);
    return typeof value === 'number' ? value : this.#id(value) + 0.5;
  }

  valueOf(column: number, key: number): Value {
    if (Number.isNaN(key)) return null;
    if (this.#numeric[column] !== true) return this.#values[key] as Value;
    return Number.isInteger(key) ? key : (this.#values[key - 0.5] as Value);
  }

  /** Whether the key is a whole number that stands for itself. */
  isPlain(column: number, key: number): boolean {
    return this.#numeric[column] === true && Number.isInteger(key);
  }

  /** Whether most of what was interned may be unused by now. */
  isWorthRebuilding(liveKeys: number): boolean {
    return this.#values.length > SMALL && this.#values.length > 2 * liveKeys;
  }

  /** Forgets everything; gives the function that interns a key of before anew. */
  startOver(): (column: number, key: number) => number {
    const old = this.#values;
    this.#ids = new Map();
    this.#values = [];
    return (column, key) => {
      if (Number.isNaN(key)) return key;
      if (this.#numeric[column] !== true) return this.#id(old[key] as Value);
      return Number.isInteger(key) ? key : this.#id(old[key - 0.5] as Value) + 0.5;
    };
  }

  #id(value: Value): number {
    let id = this.#ids.get(value);
    if (id === undefined) {
      id = this.#values.length;
      this.#ids.set(value, id);
      this.#values.push(value);
    }
    return id;
  }
}
