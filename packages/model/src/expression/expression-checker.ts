import type { Issue, TextRange } from '../issue.ts';
import { listed, nearest } from '../nearest.ts';
import { BOOLEAN, type Column, type ColumnType, formatType } from '../values/column-type.ts';
import type {
  ArithmeticOperator,
  BinaryExpression,
  CallExpression,
  ColumnReference,
  ComparisonOperator,
  Expression,
  LogicOperator,
} from './expression.ts';
import { formatShort } from './format-expression.ts';
import { scalarFunctions } from './functions/registry.ts';
import { commonType, isInteger, isNumeric, widerNumber } from './numeric-types.ts';
import type { TypedExpression } from './typed-expression.ts';
import { formatColumnName } from './words.ts';

/** A typed part; `null` for one that is NULL whatever the row, without a type yet; `faulty` for one that was reported. */
type Checked = TypedExpression | 'null' | 'faulty';

export class ExpressionChecker {
  readonly #columns: readonly Column[];
  readonly #issues: Issue[];

  constructor(columns: readonly Column[], issues: Issue[]) {
    this.#columns = columns;
    this.#issues = issues;
  }

  check(source: Expression): Checked {
    switch (source.kind) {
      case 'literal': {
        const { type, value } = source;
        return type === null ? 'null' : { kind: 'literal', type, nullable: false, source, value };
      }
      case 'column':
        return this.#column(source);
      case 'negate':
        return this.#negation(source.operand, source);
      case 'not': {
        const operand = this.#boolean(source.operand, 'NOT');
        return operand === 'faulty'
          ? operand
          : { kind: 'not', type: BOOLEAN, nullable: operand.nullable, source, operand };
      }
      case 'binary':
        return this.#binary(source);
      case 'test':
        return this.#test(source);
      case 'call':
        return this.#call(source);
      case 'broken':
        for (const part of source.parts) this.check(part);
        return 'faulty';
    }
  }

  #column(source: ColumnReference): Checked {
    const index = this.#columns.findIndex((column) => column.name === source.name);
    const column = this.#columns[index];
    if (column !== undefined) return { kind: 'column', type: column.type, nullable: column.nullable, source, index };
    const names = this.#columns.map((candidate) => candidate.name);
    const near = nearest(source.name, names) ?? names.find((name) => name.startsWith(`${source.name}-`)) ?? null;
    const remedy = near === null ? `The columns are ${listed(names)}.` : `Did you mean ${formatColumnName(near)}?`;
    return this.#fault(`There is no column ${source.name} here. ${remedy}`, source.range);
  }

  #negation(part: Expression, source: Expression): Checked {
    const operand = this.#number(part, '-');
    return typeof operand === 'string'
      ? operand
      : { kind: 'negate', type: operand.type, nullable: operand.nullable, source, operand };
  }

  #binary(source: BinaryExpression): Checked {
    const { operator } = source;
    switch (operator) {
      case 'AND':
      case 'OR':
        return this.#logic(source, operator);
      case '+':
      case '-':
      case '*':
      case '/':
      case '%':
        return this.#arithmetic(source, operator);
      default:
        return this.#comparison(source, operator);
    }
  }

  #logic(source: BinaryExpression, operator: LogicOperator): Checked {
    const left = this.#boolean(source.left, operator);
    const right = this.#boolean(source.right, operator);
    if (left === 'faulty' || right === 'faulty') return 'faulty';
    return { kind: 'logic', type: BOOLEAN, nullable: left.nullable || right.nullable, source, operator, left, right };
  }

  #arithmetic(source: BinaryExpression, operator: ArithmeticOperator): Checked {
    const [a, b] = [this.#number(source.left, operator), this.#number(source.right, operator)];
    if (a === 'faulty' || b === 'faulty') return 'faulty';
    if (a === 'null' && b === 'null') return 'null';
    const [left, right] = [asTyped(a, source.left, b), asTyped(b, source.right, a)];
    const type = widerNumber(left.type, right.type);
    if (operator === '%' && !isInteger(type)) {
      const culprit = isInteger(left.type) ? source.right : source.left;
      return this.#fault(`% takes integers; ${formatShort(culprit)} is DOUBLE.`, culprit.range);
    }
    return { kind: 'arithmetic', type, nullable: left.nullable || right.nullable, source, operator, left, right };
  }

  #comparison(source: BinaryExpression, operator: ComparisonOperator): Checked {
    const [a, b] = [this.check(source.left), this.check(source.right)];
    if (a === 'faulty' || b === 'faulty') return 'faulty';
    const [left, right] = [asTyped(a, source.left, b), asTyped(b, source.right, a)];
    if (left.type.kind === 'BYTES' || commonType(left.type, right.type) === null)
      return this.#incomparable(left, right);
    return {
      kind: 'comparison',
      type: BOOLEAN,
      nullable: left.nullable || right.nullable,
      source,
      operator,
      left,
      right,
    };
  }

  #incomparable(left: TypedExpression, right: TypedExpression): Checked {
    const culprit = left.kind === 'literal' && right.kind !== 'literal' ? left : right;
    const other = culprit === left ? right : left;
    const message =
      `${formatShort(other.source)} is ${formatType(other.type)} and ${formatShort(culprit.source)} is ` +
      `${formatType(culprit.type)}: they cannot be compared.${comparisonRemedy(other.type, culprit)}`;
    return this.#fault(message, culprit.source.range);
  }

  #test(source: Extract<Expression, { kind: 'test' }>): Checked {
    const { test, negated } = source;
    const operand = test === 'NULL' ? this.check(source.operand) : this.#boolean(source.operand, `IS ${test}`);
    if (operand === 'faulty') return operand;
    return {
      kind: 'test',
      type: BOOLEAN,
      nullable: false,
      source,
      test,
      negated,
      operand: asTyped(operand, source.operand),
    };
  }

  #call(source: CallExpression): Checked {
    const definition = scalarFunctions.get(source.name);
    const checked = source.arguments.map((part) => this.check(part));
    if (definition === undefined) return this.#fault(unknownFunction(source.name), source.nameRange);
    const { signature, minArguments, maxArguments } = definition;
    if (checked.length < minArguments || checked.length > maxArguments) {
      return this.#fault(`${source.name} has another number of arguments. Write ${signature}.`, source.range);
    }
    if (checked.includes('faulty')) return 'faulty';
    const example = checked.find((part) => part !== 'null');
    if (example === undefined) return 'null';
    const args = checked.map((part, i) =>
      asTyped(part as Exclude<Checked, 'faulty'>, source.arguments[i] as Expression, example),
    );
    const result = definition.resolve(args);
    if ('fault' in result) return this.#fault(result.fault, (source.arguments[result.argument] ?? source).range);
    return { kind: 'call', ...result, source, definition, arguments: args };
  }

  #number(part: Expression, operator: string): Checked {
    const checked = this.check(part);
    if (typeof checked === 'string' || isNumeric(checked.type)) return checked;
    return this.#fault(`${operator} takes numbers; ${formatShort(part)} is ${formatType(checked.type)}.`, part.range);
  }

  #boolean(part: Expression, operator: string): TypedExpression | 'faulty' {
    const checked = this.check(part);
    if (checked === 'faulty') return checked;
    const typed = asTyped(checked, part);
    if (typed.type.kind === 'BOOLEAN') return typed;
    this.#fault(
      `${operator} takes conditions (BOOLEAN); ${formatShort(part)} is ${formatType(typed.type)}.`,
      part.range,
    );
    return 'faulty';
  }

  #fault(message: string, range: TextRange): 'faulty' {
    this.#issues.push({ severity: 'error', message, range });
    return 'faulty';
  }
}

/** NULL takes the type of what stands beside it, BOOLEAN where nothing says otherwise. */
function asTyped(checked: TypedExpression | 'null', source: Expression, beside?: Checked): TypedExpression {
  if (checked !== 'null') return checked;
  const type = typeof beside === 'object' ? beside.type : BOOLEAN;
  return { kind: 'literal', type, nullable: true, source, value: null };
}

function comparisonRemedy(wanted: ColumnType, culprit: TypedExpression): string {
  const isText = culprit.kind === 'literal' && culprit.type.kind === 'STRING';
  if (wanted.kind === 'STRING' && culprit.kind === 'literal')
    return ` Write the text '${formatShort(culprit.source)}'.`;
  if (wanted.kind === 'TIMESTAMP') return " Write TIMESTAMP '2026-01-31 00:00:00'.";
  if (wanted.kind === 'TIMESTAMP_LTZ') return " Write TIMESTAMP_LTZ '2026-01-31 00:00:00Z'.";
  if (isNumeric(wanted) && isText) return ' Write a number without quotes.';
  return ' Compare values of one type.';
}

function unknownFunction(name: string): string {
  const names = [...scalarFunctions.keys()];
  const near = nearest(name, names);
  return `There is no function ${name} yet. ${near === null ? `There are ${listed(names)}.` : `Did you mean ${near}?`}`;
}
