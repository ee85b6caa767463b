import { type Column, type EdgeSchema, failure, type Issue, type Result, success } from '@millrace/model';
import type { AggregateFunction } from '../aggregates/aggregate-function.ts';
import { AGGREGATES } from '../aggregates/aggregate-functions.ts';
import { columnIndex, describeColumn, noSuchColumn } from '../columns.ts';
import { WINDOW_COLUMNS } from './window-columns.ts';

/** An aggregate as documents write it. */
export type AggregateConfig = { readonly name: string; readonly fn: string; readonly of?: string | undefined };

/** An aggregate with its input column found: position `of`, −1 for none. */
export type WindowAggregate = {
  readonly column: Column;
  readonly fn: AggregateFunction;
  readonly of: number;
};

/** Finds the group columns; issues name `groupBy[0]`. */
export function resolveGroupBy(groupBy: readonly string[], input: EdgeSchema): Result<readonly number[]> {
  const issues: Issue[] = [];
  const positions = groupBy.map((name) => columnIndex(input, name));
  positions.forEach((position, i) => {
    const field = `groupBy[${i}]`;
    const name = groupBy[i] as string;
    if (position < 0) issues.push(noSuchColumn(input, name, field));
    else if (positions.indexOf(position) < i) {
      issues.push({ severity: 'error', field, message: `The column ${name} is named twice. Name it once.` });
    } else if (input.columns[position]?.type.kind === 'BYTES') {
      issues.push({
        severity: 'error',
        field,
        message: `${name} is BYTES and cannot be a group. Choose another column.`,
      });
    }
  });
  return issues.length > 0 ? failure(issues) : success(positions);
}

/** Types the aggregates; their names must differ from each other and from the window's columns. Issues name `aggregates[0].of`. */
export function resolveAggregates(
  aggregates: readonly AggregateConfig[],
  input: EdgeSchema,
): Result<readonly WindowAggregate[]> {
  const issues: Issue[] = [];
  const names = new Set<string>(WINDOW_COLUMNS);
  const resolved: WindowAggregate[] = [];
  aggregates.forEach((aggregate, i) => {
    if (names.has(aggregate.name)) issues.push(nameTaken(aggregate.name, `aggregates[${i}].name`));
    names.add(aggregate.name);
    const result = resolveAggregate(aggregate, input, `aggregates[${i}]`);
    if (result.ok) resolved.push(result.value);
    else issues.push(...result.issues);
  });
  return issues.length > 0 ? failure(issues) : success(resolved);
}

function resolveAggregate(aggregate: AggregateConfig, input: EdgeSchema, field: string): Result<WindowAggregate> {
  const fn = AGGREGATES.get(aggregate.fn);
  if (fn === undefined) {
    const message = `There is no aggregate function ${aggregate.fn}. Choose ${[...AGGREGATES.keys()].join(', ')}.`;
    return failure([{ severity: 'error', field: `${field}.fn`, message }]);
  }
  const of = aggregate.of === undefined ? -1 : columnIndex(input, aggregate.of);
  if (aggregate.of !== undefined && of < 0) return failure([noSuchColumn(input, aggregate.of, `${field}.of`)]);
  const column = input.columns[of] ?? null;
  const result = column === null && !fn.ofIsOptional ? null : fn.resultOf(column);
  if (result === null) return failure([notTaken(fn, column, `${field}.of`)]);
  return success({ column: { name: aggregate.name, ...result }, fn, of });
}

function notTaken(fn: AggregateFunction, column: Column | null, field: string): Issue {
  const fact =
    column === null ? `${fn.fn} needs a column` : `${fn.fn} takes ${fn.takes}, but ${describeColumn(column)}`;
  return { severity: 'error', field, message: `${fact}. Choose a column of ${fn.takes}.` };
}

function nameTaken(name: string, field: string): Issue {
  return { severity: 'error', field, message: `The result has a column ${name} already. Choose another name.` };
}
