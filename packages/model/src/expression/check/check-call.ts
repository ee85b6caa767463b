import { listed, nearest } from '../../nearest.ts';
import type { CallExpression } from '../expression.ts';
import { NOT_REPEATABLE } from '../functions/not-repeatable.ts';
import { scalarFunctions } from '../functions/registry.ts';
import type { TypedExpression } from '../typed-expression.ts';
import { type Checker, checkAll } from './checker.ts';

export function checkCall(checker: Checker, source: CallExpression): TypedExpression | null {
  const definition = scalarFunctions.get(source.name);
  const checked = checkAll(checker, source.arguments);
  if (definition === undefined) return checker.fault(unknownFunction(source.name), source.nameRange);
  const { minArguments, maxArguments, signatures } = definition;
  if (source.arguments.length < minArguments || source.arguments.length > maxArguments) {
    const message = `${source.name} has another number of arguments. Write ${signatures.join(' or ')}.`;
    return checker.fault(message, source.range);
  }
  return checked === null ? null : definition.resolve({ checker, source, arguments: checked });
}

function unknownFunction(name: string): string {
  const reason = NOT_REPEATABLE.get(name);
  if (reason !== undefined) return reason;
  const names = [...scalarFunctions.keys()];
  const near = nearest(name, names);
  return `There is no function ${name}. ${near === null ? `There are ${listed(names)}.` : `Did you mean ${near}?`}`;
}
