import {
  type Column,
  compileExpression,
  type EdgeSchema,
  failure,
  type Issue,
  type Result,
  success,
} from '@millrace/model';
import { checkedExpression } from '../checked-expression.ts';
import { columnIndex, noSuchColumn } from '../columns.ts';
import type { ProjectConfig } from './config.ts';
import type { ProjectedColumn } from './run.ts';

/** A column of the result and where it comes from. */
export type ProjectedOutput = { readonly column: Column; readonly from: ProjectedColumn };

/**
 * The columns in their order: those that are named, as listed; with `keepOthers` the input's in their places, where a computed
 * one with the name of an input's column stands in its place, and after them the new ones.
 */
export function projectedOutputs(config: ProjectConfig, input: EdgeSchema): Result<readonly ProjectedOutput[]> {
  const issues: Issue[] = [];
  const named = new Map<string, ProjectedOutput>();
  config.columns.forEach((entry, i) => {
    const name = typeof entry === 'string' ? entry : entry.name;
    const field = typeof entry === 'string' ? `columns[${i}]` : `columns[${i}].name`;
    if (named.has(name)) issues.push(namedTwice(name, field));
    const output = typeof entry === 'string' ? kept(name, input, field) : computed(entry, input, `columns[${i}].expr`);
    issues.push(...output.issues);
    if (output.ok) named.set(name, output.value);
  });
  if (issues.some((issue) => issue.severity === 'error')) return failure(issues);
  return success(config.keepOthers ? amongOthers(named, input) : [...named.values()], issues);
}

/** O1: the event time stays where its column stays, under its own name or another; −1 where it is dropped. */
export function timeOf(outputs: readonly ProjectedOutput[], input: EdgeSchema): number {
  const name = input.columns[input.time]?.name;
  const candidates = outputs.filter((output) => output.from === input.time);
  const time = candidates.find((output) => output.column.name === name) ?? candidates[0];
  return time === undefined ? -1 : outputs.indexOf(time);
}

/** Where the input's upsert key is in the output, or null where a part of it is dropped. */
export function upsertKeyOf(outputs: readonly ProjectedOutput[], input: EdgeSchema): readonly number[] | null {
  const positions = input.upsertKey?.map((position) => outputs.findIndex((output) => output.from === position));
  return positions === undefined || positions.includes(-1) ? null : positions;
}

function amongOthers(named: ReadonlyMap<string, ProjectedOutput>, input: EdgeSchema): readonly ProjectedOutput[] {
  const inPlace = input.columns.map((column, position) => named.get(column.name) ?? { column, from: position });
  const added = [...named].filter(([name]) => columnIndex(input, name) < 0).map(([, output]) => output);
  return [...inPlace, ...added];
}

function kept(name: string, input: EdgeSchema, field: string): Result<ProjectedOutput> {
  const position = columnIndex(input, name);
  if (position < 0) return failure([noSuchColumn(input, name, field)]);
  return success({ column: input.columns[position] as Column, from: position });
}

/** A computed column may be NULL also because of `onError` null (X3). */
function computed(
  entry: { readonly name: string; readonly expr: string },
  input: EdgeSchema,
  field: string,
): Result<ProjectedOutput> {
  const checked = checkedExpression(entry.expr, input, field);
  if (!checked.ok) return failure(checked.issues);
  const { type, nullable, kind } = checked.value;
  const isGiven = kind === 'column' || kind === 'literal';
  const column = { name: entry.name, type, nullable: nullable || !isGiven };
  const from = kind === 'column' ? checked.value.index : compileExpression(checked.value);
  return success({ column, from }, checked.issues);
}

function namedTwice(name: string, field: string): Issue {
  return {
    severity: 'error',
    field,
    message: `The column ${name} is named twice. Name it once, or give one another name.`,
  };
}
