import { Admin, type BrokerAddress } from '@millrace/kafka';
import { planTasks } from '@millrace/plan';
import { PipelineRun } from '../supervisor/pipeline-run.ts';
import type { Topic } from './http/make-app.ts';
import type { RunningPipeline } from './runs/managed-run.ts';
import type { RunRequest } from './runs/run-manager.ts';

/** What the service needs of a Kafka: pipelines at work on it, and its topics. */
export interface KafkaEdge {
  /** As `host:port`. */
  readonly name: string;
  open(request: RunRequest): RunningPipeline;
  topics(): Promise<readonly Topic[]>;
}

export function makeKafkaEdge(broker: BrokerAddress, namespace: string): KafkaEdge {
  return {
    name: `${broker.host}:${broker.port}`,
    open: (request) => openPipeline(broker, namespace, request),
    topics: async () => {
      const admin = await Admin.connect(broker);
      try {
        return await admin.topics();
      } finally {
        await admin.close();
      }
    },
  };
}

function openPipeline(broker: BrokerAddress, namespace: string, request: RunRequest): RunningPipeline {
  const { checked, document, id, choices, onReport } = request;
  const run = new PipelineRun({
    checked,
    document,
    parameters: new Map(),
    namespace,
    id,
    broker,
    choices,
    mode: 'forever',
    clock: Date.now,
    onReport,
  });
  return {
    tasks: planTasks(checked, { namespace, id }).tasks.map(({ name }) => name),
    run: () => run.run(),
    stop: () => run.stop(),
  };
}
