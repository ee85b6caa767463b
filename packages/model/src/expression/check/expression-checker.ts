import type { Issue, TextRange } from '../../issue.ts';
import { listed, nearest } from '../../nearest.ts';
import type { Column } from '../../values/column-type.ts';
import type { BinaryExpression, ColumnReference, Expression } from '../expression.ts';
import { NOT_REPEATABLE } from '../functions/not-repeatable.ts';
import { formatColumnName } from '../parse/words.ts';
import { NULL_TYPE } from '../scalar-type.ts';
import type { TypedExpression } from '../typed-expression.ts';
import { checkArray, checkElement, checkField } from './check-access.ts';
import { checkArithmetic, checkNegation } from './check-arithmetic.ts';
import { checkCall } from './check-call.ts';
import { checkCase } from './check-case.ts';
import { checkCast } from './check-cast.ts';
import { checkBetween, checkComparison, checkDistinct, checkIn } from './check-comparison.ts';
import { checkConcatenation } from './check-concatenation.ts';
import { checkLike } from './check-like.ts';
import { checkLogic, checkNot, checkTest } from './check-logic.ts';
import type { Checker } from './checker.ts';

export class ExpressionChecker implements Checker {
  readonly columns: readonly Column[];
  readonly #issues: Issue[];

  constructor(columns: readonly Column[], issues: Issue[]) {
    this.columns = columns;
    this.#issues = issues;
  }

  check(source: Expression): TypedExpression | null {
    switch (source.kind) {
      case 'literal': {
        const { type, value } = source;
        return { kind: 'literal', type: type ?? NULL_TYPE, nullable: value === null, source, value };
      }
      case 'column':
        return this.#column(source);
      case 'negate':
        return checkNegation(this, source);
      case 'not':
        return checkNot(this, source);
      case 'binary':
        return this.#binary(source);
      case 'test':
        return checkTest(this, source);
      case 'distinct':
        return checkDistinct(this, source);
      case 'between':
        return checkBetween(this, source);
      case 'in':
        return checkIn(this, source);
      case 'like':
        return checkLike(this, source);
      case 'case':
        return checkCase(this, source);
      case 'cast':
        return checkCast(this, source);
      case 'field':
        return checkField(this, source);
      case 'element':
        return checkElement(this, source);
      case 'array':
        return checkArray(this, source);
      case 'call':
        return checkCall(this, source);
      case 'broken':
        for (const part of source.parts) this.check(part);
        return null;
    }
  }

  fault(message: string, range: TextRange): null {
    this.#issues.push({ severity: 'error', message, range });
    return null;
  }

  #column(source: ColumnReference): TypedExpression | null {
    const index = this.columns.findIndex((column) => column.name === source.name);
    const column = this.columns[index];
    if (column !== undefined) return { kind: 'column', type: column.type, nullable: column.nullable, source, index };
    const fault = NOT_REPEATABLE.get(source.name.toUpperCase());
    return this.fault(fault ?? `There is no column ${source.name} here. ${this.#proposal(source.name)}`, source.range);
  }

  #proposal(name: string): string {
    const names = this.columns.map((candidate) => candidate.name);
    const near = nearest(name, names) ?? names.find((candidate) => candidate.startsWith(`${name}-`)) ?? null;
    return near === null ? `The columns are ${listed(names)}.` : `Did you mean ${formatColumnName(near)}?`;
  }

  #binary(source: BinaryExpression): TypedExpression | null {
    const { operator } = source;
    switch (operator) {
      case 'AND':
      case 'OR':
        return checkLogic(this, source, operator);
      case '+':
      case '-':
      case '*':
      case '/':
      case '%':
        return checkArithmetic(this, source, operator);
      case '||':
        return checkConcatenation(this, source);
      default:
        return checkComparison(this, source, operator);
    }
  }
}
