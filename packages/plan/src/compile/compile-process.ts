import type { EventTime, ExecutablePlan, OperatorPlan, SinkPlan, SourcePlan, Target } from '@millrace/engine';
import { makeJsonDecoder, makeJsonEncoder, makeRowWriter } from '@millrace/formats';
import { assert, isTimeType } from '@millrace/model';
import type { CheckedOperator, CheckedPipeline, CheckedSink, CheckedSource } from '../check/checked-pipeline.ts';
import type { ProcessTask, TaskPlan } from '../tasks/task-plan.ts';

/** Builds what the process task runs: decoders, operators and encoders, wired. */
export function compileProcess(checked: CheckedPipeline, tasks: TaskPlan): ExecutablePlan {
  const nodes = checked.order.map((id) => checked.nodes.get(id));
  const process = tasks.tasks.find((task) => task.kind === 'process');
  assert(process !== undefined, 'every pipeline has a process task');
  const wiring = (node: string, port: string) => targetsOf(checked, node, port);
  return {
    sources: nodes.flatMap((node) => (node?.role === 'source' ? [sourcePlan(node, process, wiring)] : [])),
    operators: nodes.flatMap((node) => (node?.role === 'operator' ? [operatorPlan(node, wiring)] : [])),
    sinks: nodes.flatMap((node) => (node?.role === 'sink' ? [sinkPlan(node, process)] : [])),
  };
}

type Wiring = (node: string, port: string) => readonly Target[];

/** The ends of the edges that leave a port, in the order of their nodes' ids. */
function targetsOf(checked: CheckedPipeline, node: string, port: string): readonly Target[] {
  return checked.edges
    .filter((edge) => edge.from.node === node && edge.from.port === port)
    .map(({ to }) => ({ node: to.node, port: portNumber(checked, to.node, to.port) }));
}

function portNumber(checked: CheckedPipeline, node: string, port: string): number {
  const target = checked.nodes.get(node);
  assert(target !== undefined, 'edges end at nodes');
  return target.definition.spec.inputs(target.config).findIndex((input) => input.name === port);
}

function sourcePlan(source: CheckedSource, process: ProcessTask, wiring: Wiring): SourcePlan {
  const { id, outputs, description } = source;
  const topic = process.sources.find((candidate) => candidate.node === id)?.topic;
  const schema = outputs.get('out');
  assert(topic !== undefined && schema !== undefined, 'the tasks were planned for this pipeline');
  return {
    id,
    topic,
    columns: schema.columns,
    decoder: makeJsonDecoder(description.columns),
    eventTime: eventTimeOf(source),
    out: wiring(id, 'out'),
    errors: wiring(id, 'error'),
  };
}

function eventTimeOf({ description: { eventTime, columns } }: CheckedSource): EventTime | null {
  if (eventTime === null) return null;
  const { from, ...settings } = eventTime;
  if (from === 'record') return { from, ...settings };
  return { from: columns.findIndex((column) => column.name === from.column), ...settings };
}

function operatorPlan(node: CheckedOperator, wiring: Wiring): OperatorPlan {
  const { id, definition, config, inputs, outputs, onError } = node;
  const { make, watermarkHoldMs } = definition.compile(config, inputs, onError);
  const ports = definition.spec.outputs(config).filter((port) => port.name !== 'error');
  return {
    id,
    inputs: definition.spec.inputs(config).length,
    make,
    outputs: ports.map(({ name }) => {
      const schema = outputs.get(name);
      assert(schema !== undefined, 'a resolved node has a schema for every output');
      return { port: name, targets: wiring(id, name), writer: makeRowWriter(schema.columns) };
    }),
    onError,
    errors: wiring(id, 'error'),
    watermarkHoldMs,
  };
}

function sinkPlan({ id, inputs, description }: CheckedSink, process: ProcessTask): SinkPlan {
  const [input] = inputs.values();
  const topic = process.sinks.find((sink) => sink.node === id)?.topic;
  assert(
    input !== undefined && topic !== undefined,
    'a sink has an input, and the tasks were planned for this pipeline',
  );
  const { key, timestampFormat } = description;
  const time = input.columns[input.time];
  return {
    id,
    topic,
    encoder: makeJsonEncoder({ columns: input.columns, key, timestampFormat }),
    time: input.time,
    timePrecision: time !== undefined && isTimeType(time.type) ? time.type.precision : 0,
  };
}
