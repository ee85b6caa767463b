import {
  type Column,
  type EdgeSchema,
  failure,
  formatType,
  type Issue,
  isComparable,
  type Result,
  success,
} from '@millrace/model';
import {
  AGGREGATE_ARGS,
  type AggregateArgs,
  type AggregateFunction,
  type AggregateResult,
} from '../aggregates/aggregate-function.ts';
import { AGGREGATES } from '../aggregates/aggregate-functions.ts';
import { checkedCondition } from '../checked-expression.ts';
import { columnIndex, describeColumn, noSuchColumn } from '../columns.ts';
import type { AggregateConfig } from './aggregate-schema.ts';
import type { RowCondition } from './row-conditions.ts';
import { WINDOW_COLUMNS } from './window-columns.ts';

/** An aggregate with its input column found: position `of`, −1 for none. */
export type WindowAggregate = {
  readonly column: Column;
  readonly fn: AggregateFunction;
  readonly of: number;
  /** Whether equal values count once; false where that changes nothing. */
  readonly distinct: boolean;
  readonly where: RowCondition | null;
  readonly args: AggregateArgs;
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
    issues.push(...result.issues);
    if (result.ok) resolved.push(result.value);
  });
  return issues.some(({ severity }) => severity === 'error') ? failure(issues) : success(resolved, issues);
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
  const result = resultOf(fn, column, aggregate.where !== undefined);
  if (result === null) return failure([notTaken(fn, column, `${field}.of`)]);
  const args = aggregate.args ?? {};
  const where = aggregate.where === undefined ? null : checkedCondition(aggregate.where, input, `${field}.where`);
  const issues = [...distinctIssues(aggregate, fn, column, field), ...argsIssues(fn, args, field)];
  if (where !== null) issues.push(...where.issues);
  if (where?.ok === false || issues.some(({ severity }) => severity === 'error')) return failure(issues);
  const resolved = {
    column: { name: aggregate.name, ...result },
    fn,
    of,
    distinct: aggregate.distinct === true && fn.distinct === 'matters',
    where: where?.value ?? null,
    args,
  };
  return success(resolved, issues);
}

/** A condition may leave no row, which is as if all were NULL. */
function resultOf(fn: AggregateFunction, of: Column | null, isFiltered: boolean): AggregateResult | null {
  if (of === null) return fn.ofIsOptional ? fn.resultOf(null) : null;
  return fn.resultOf({ ...of, nullable: of.nullable || isFiltered });
}

function distinctIssues(
  { distinct }: AggregateConfig,
  fn: AggregateFunction,
  column: Column | null,
  field: string,
): Issue[] {
  if (distinct !== true) return [];
  const refused = (message: string): Issue[] => [{ severity: 'error', field: `${field}.distinct`, message }];
  if (fn.distinct === 'refused') return refused(`${fn.fn} takes no distinct. Leave it out.`);
  if (column === null) return refused(`${fn.fn} needs a column to be distinct. Choose one in of.`);
  if (isComparable(column.type) || fn.distinct === 'indifferent') return [];
  return refused(
    `Values of ${formatType(column.type)} cannot be told apart, but ${describeColumn(column)}. Leave distinct out.`,
  );
}

function argsIssues(fn: AggregateFunction, args: AggregateArgs, field: string): Issue[] {
  return AGGREGATE_ARGS.flatMap((name): Issue[] => {
    const isGiven = args[name] !== undefined;
    const at = `${field}.args.${name}`;
    if (isGiven && fn.args[name] === undefined) {
      return [{ severity: 'error', field: at, message: `${fn.fn} takes no ${name}. Leave it out.` }];
    }
    if (isGiven || fn.args[name] !== 'required') return [];
    return [{ severity: 'error', field: at, message: `${fn.fn} needs ${name}. Add "args": {"${name}": …}.` }];
  });
}

function notTaken(fn: AggregateFunction, column: Column | null, field: string): Issue {
  const fact =
    column === null ? `${fn.fn} needs a column` : `${fn.fn} takes ${fn.takes}, but ${describeColumn(column)}`;
  return { severity: 'error', field, message: `${fact}. Choose a column of ${fn.takes}.` };
}

function nameTaken(name: string, field: string): Issue {
  return { severity: 'error', field, message: `The result has a column ${name} already. Choose another name.` };
}
