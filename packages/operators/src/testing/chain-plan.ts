import type { ExecutablePlan, OperatorPlan, SinkPlan } from '@millrace/engine';
import type { OnError } from '@millrace/model';
import { type Column, type EdgeSchema, formatType, type Issue } from '@millrace/model';
import type { OperatorDefinition } from '../operator-definition.ts';
import { makeTableDecoder, rowToBytes, type TableEntry, tableEncoder } from './table-row.ts';

/** A source of table rows, operators one after the other on their first ports, and a sink at every port that stays open. */
export type Chain = {
  readonly columns: readonly Column[];
  /** Position of the event-time column, −1 for none. */
  readonly time: number;
  readonly maxOutOfOrderMs: number;
  readonly idleTimeoutMs: number;
  readonly table: readonly TableEntry[];
  readonly nodes: readonly ChainNode[];
};

export type ChainNode = {
  readonly id: string;
  readonly operator: OperatorDefinition;
  readonly config: unknown;
  readonly onError?: OnError;
};

export const SOURCE = 'source';

/** Sinks are named `node.port`. Errors go to the dead letters. */
export function chainPlan(chain: Chain): ExecutablePlan {
  let edge: EdgeSchema = { columns: chain.columns, time: chain.time, changelog: false, upsertKey: null };
  const operators: OperatorPlan[] = [];
  const sinks: SinkPlan[] = [];
  chain.nodes.forEach((node, i) => {
    const next = chain.nodes[i + 1];
    const { plan, ports } = nodePlan(node, edge, next?.id);
    operators.push(plan);
    for (const [port, schema] of ports) {
      if (port === 'error' || (port === 'out' && next !== undefined)) continue;
      sinks.push({
        id: `${node.id}.${port}`,
        topic: `${node.id}.${port}`,
        encoder: tableEncoder,
        time: schema.time,
        timePrecision: 3,
      });
    }
    edge = ports.get('out') as EdgeSchema;
  });
  return { sources: [sourcePlan(chain)], operators, sinks };
}

function sourcePlan(chain: Chain): ExecutablePlan['sources'][number] {
  const { time, maxOutOfOrderMs, idleTimeoutMs } = chain;
  const never = Number.POSITIVE_INFINITY;
  return {
    id: SOURCE,
    topic: 'rows',
    columns: chain.columns,
    decoder: makeTableDecoder(chain.table),
    eventTime:
      time < 0
        ? null
        : {
            from: time,
            maxOutOfOrderMs,
            idleTimeoutMs,
            maxFutureSkewMs: never,
            futurePolicy: 'accept',
            closeWhenQuiet: false,
          },
    out: [{ node: (chain.nodes[0] as ChainNode).id, port: 0 }],
    errors: [],
  };
}

function nodePlan(node: ChainNode, input: EdgeSchema, next: string | undefined) {
  const { spec } = node.operator;
  const config = spec.schema.parse(node.config);
  const inputs = new Map([['in', input]]);
  const resolved = spec.resolve(config, inputs);
  if (!resolved.ok) throw new Error(`${node.id}: ${resolved.issues.map(issueText).join(' ')}`);
  const ports = resolved.value;
  const onError = node.onError ?? 'port';
  const compiled = node.operator.compile(config, inputs, onError);
  const outputs = spec
    .outputs(config)
    .filter((port) => port.name !== 'error')
    .map(({ name }) => ({
      port: name,
      targets: [{ node: name === 'out' && next !== undefined ? next : `${node.id}.${name}`, port: 0 }],
      writer: { toBytes: rowToBytes },
    }));
  const plan: OperatorPlan = { id: node.id, inputs: 1, ...compiled, outputs, onError, errors: [] };
  return { plan, ports };
}

function issueText(issue: Issue): string {
  return `${issue.field ?? ''}: ${issue.message}`;
}

/** `auction BIGINT, price BIGINT NOT NULL`: how tests write schemas. */
export function schemaText(schema: EdgeSchema): string {
  return schema.columns
    .map(({ name, type, nullable }) => `${name} ${formatType(type)}${nullable ? '' : ' NOT NULL'}`)
    .join(', ');
}
