import type { ColumnType } from '../../values/column-type.ts';
import type { Value } from '../../values/value.ts';
import { convert } from '../check/convert.ts';
import { computed } from '../fold-constant.ts';
import { formatShort } from '../print/format-expression.ts';
import { formatScalarType } from '../scalar-type.ts';
import type { Evaluate, TypedExpression } from '../typed-expression.ts';
import type { FunctionCall, FunctionDefinition, FunctionExample, FunctionGroup } from './function-definition.ts';
import type { Parameter, ValuesOf } from './parameter.ts';

/** A function of values alone: NULL where an argument is NULL, computed from the others from the left. */
export type PlainFunction<P extends readonly Parameter<unknown>[]> = {
  readonly name: string;
  readonly group: FunctionGroup;
  readonly summary: string;
  readonly examples: readonly FunctionExample[];
  readonly aliases?: readonly string[];
  readonly parameters: P;
  readonly type: ColumnType;
  /** Whether NULL can come out although no argument is NULL. */
  readonly givesNull?: boolean;
  /** Throws an EvaluationError where the values have no result. */
  compute(...values: ValuesOf<P>): Value;
};

export function plainFunction<const P extends readonly Parameter<unknown>[]>(
  definition: PlainFunction<P>,
): FunctionDefinition {
  const { name, group, summary, examples, parameters } = definition;
  return {
    name,
    group,
    summary,
    examples,
    minArguments: parameters.filter(({ isOptional }) => !isOptional).length,
    maxArguments: parameters.length,
    aliases: definition.aliases ?? [],
    signatures: [`${name}(${formatParameters(parameters)})`],
    resolve: (call) => resolvePlain(definition, call),
  };
}

/** `text, start[, length]` */
function formatParameters(parameters: readonly Parameter<unknown>[]): string {
  return parameters
    .map(({ name, isOptional }, i) => {
      const part = `${i === 0 ? '' : ', '}${name}`;
      return isOptional ? `[${part}]` : part;
    })
    .join('');
}

function resolvePlain<P extends readonly Parameter<unknown>[]>(
  { name, type, givesNull = false, parameters, compute }: PlainFunction<P>,
  call: FunctionCall,
): TypedExpression | null {
  const { checker, source, arguments: given } = call;
  const parts = given.map((argument, i) => {
    const parameter = parameters[i] as Parameter<unknown>;
    const { range } = argument.source;
    if (argument.type.kind === 'NULL') return argument;
    const wanted = parameter.accepts(argument.type);
    if (wanted === null) {
      const found = `${formatShort(argument.source)} is ${formatScalarType(argument.type)}`;
      return checker.fault(`${name} takes ${parameter.wanted} as its ${parameter.name}; ${found}.`, range);
    }
    const fault = argument.kind === 'literal' && argument.value !== null ? parameter.faultOf(argument.value) : null;
    return fault === null ? convert(argument, wanted) : checker.fault(fault, range);
  });
  if (parts.includes(null)) return null;
  const fitting = parts.filter((part) => part !== null);
  const nullable = givesNull || fitting.some((part) => part.nullable);
  const apply = (values: readonly Value[]) => compute(...(values as ValuesOf<P>));
  return computed({ type, nullable, source, parts: fitting, compile: (evaluates) => compileCall(evaluates, apply) });
}

/** What stands behind a NULL is not computed. */
export function compileCall(parts: readonly Evaluate[], apply: (values: readonly Value[]) => Value): Evaluate {
  return (row) => {
    const values: Value[] = new Array(parts.length);
    for (let i = 0; i < parts.length; i++) {
      const value = (parts[i] as Evaluate)(row);
      if (value === null) return null;
      values[i] = value;
    }
    return apply(values);
  };
}
