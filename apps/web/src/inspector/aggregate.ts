import type { FunctionChoice } from '@millrace/model';

/** An aggregate as it is being written. */
export type Aggregate = {
  readonly name?: string;
  readonly fn?: string;
  readonly of?: string;
  readonly distinct?: boolean;
  readonly where?: string;
  readonly args?: Readonly<Record<string, unknown>>;
};

/** The aggregate with a setting; undefined takes it away. */
export function withSetting<Name extends keyof Aggregate>(
  aggregate: Aggregate,
  name: Name,
  value: Aggregate[Name] | undefined,
): Aggregate {
  const { [name]: _, ...others } = aggregate;
  return value === undefined ? others : { ...aggregate, [name]: value };
}

/** The aggregate with an argument; undefined takes it away, and with the last one `args` goes. */
export function withArgument(aggregate: Aggregate, name: string, value: unknown): Aggregate {
  const { [name]: _, ...others } = aggregate.args ?? {};
  const args = value === undefined ? others : { ...others, [name]: value };
  return withSetting(aggregate, 'args', Object.keys(args).length === 0 ? undefined : args);
}

/** The aggregate with another function, without what that one does not take. */
export function withFunction(aggregate: Aggregate, { fn, distinct, args }: FunctionChoice): Aggregate {
  const kept = distinct ? aggregate : withSetting(aggregate, 'distinct', undefined);
  const strangers = Object.keys(aggregate.args ?? {}).filter((name) => !args.some((arg) => arg.name === name));
  return { ...strangers.reduce((rest, name) => withArgument(rest, name, undefined), kept), fn };
}
