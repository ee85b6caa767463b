export { OPERATORS } from './catalogue.ts';
export type { CompiledOperator, OnError, OperatorDefinition } from './operator-definition.ts';
