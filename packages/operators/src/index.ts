export { OPERATORS } from './catalogue.ts';
export type { CompiledOperator, OperatorDefinition } from './operator-definition.ts';
