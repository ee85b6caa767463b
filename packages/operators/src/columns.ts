import { type Column, type EdgeSchema, formatType, type Issue, nearest } from '@millrace/model';

/** The position of a column by its name, −1 where there is none. */
export function columnIndex(input: EdgeSchema, name: string): number {
  return input.columns.findIndex((column) => column.name === name);
}

/** An issue for a name that no column has. */
export function noSuchColumn(input: EdgeSchema, name: string, field: string): Issue {
  const names = input.columns.map((column) => column.name);
  const near = nearest(name, names);
  const remedy = near === null ? `The columns are ${listed(names)}.` : `Did you mean ${near}?`;
  return { severity: 'error', field, message: `There is no column ${name} in the input. ${remedy}` };
}

/** `price BIGINT`, for messages. */
export function describeColumn(column: Column): string {
  return `${column.name} is ${formatType(column.type)}`;
}

/**
 * The input's columns followed by those that an operator adds. Where the names clash, the input's gets `_in`, more than once
 * where it must.
 */
export function withAddedColumns(kept: readonly Column[], added: readonly Column[]): readonly Column[] {
  const taken = new Set([...kept, ...added].map((column) => column.name));
  const reserved = new Set(added.map((column) => column.name));
  const renamed = kept.map((column) => {
    if (!reserved.has(column.name)) return column;
    let name = `${column.name}_in`;
    while (taken.has(name)) name = `${name}_in`;
    taken.add(name);
    return { ...column, name };
  });
  return [...renamed, ...added];
}

function listed(names: readonly string[]): string {
  return names.length > 12 ? `${names.slice(0, 12).join(', ')} and ${names.length - 12} more` : names.join(', ');
}
