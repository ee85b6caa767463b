export { type Chain, type ChainNode, chainPlan, SOURCE, schemaText } from './chain-plan.ts';
export { checkCase, describeCases, sorted } from './describe-cases.ts';
export { type HarnessElement, type Outcome, runChain } from './harness.ts';
export {
  type CaseElement,
  type CaseError,
  type CaseExpectation,
  columnsOf,
  type OperatorCase,
} from './operator-case.ts';
export {
  type JudgedRow,
  judge,
  mergeLogs,
  type OracleAggregate,
  type OracleElement,
  type OracleResult,
  type OracleRow,
  type OracleWindow,
  tumblingOracle,
} from './oracle.ts';
export { type Schedule, STRAIGHT, schedules, seededRandom } from './schedule.ts';
export { makeTableDecoder, rowFromBytes, rowToBytes, type TableEntry, tableEncoder } from './table-row.ts';
