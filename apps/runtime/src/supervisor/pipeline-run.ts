import { type BrokerAddress, listBounds, partitionCounts } from '@millrace/kafka';
import { type CheckedPipeline, planTasks, type Task, type TaskPlan } from '@millrace/plan';
import { ensureTopics } from '../pipeline/ensure-topics.ts';
import { failureOf } from '../tasks/failure-of.ts';
import type { StartChoices } from '../tasks/start-decision.ts';
import type { TaskFailure } from '../tasks/task-failure.ts';
import type { TaskEnd, TaskSpec } from '../tasks/task-spec.ts';
import { type SupervisorReport, TaskSupervisor } from './task-supervisor.ts';

export type PipelineRunOptions = {
  readonly checked: CheckedPipeline;
  /** The text that was checked; each task reads it again in its thread. */
  readonly document: string;
  readonly parameters: ReadonlyMap<string, string>;
  readonly namespace: string;
  readonly id: string;
  readonly broker: BrokerAddress;
  readonly choices: StartChoices;
  /** `until-end`: stop where the topics end when the run begins; `flush`: and end the inputs there. */
  readonly mode: 'forever' | 'until-end' | 'flush';
  readonly clock: () => number;
  /** `task` is the task's name in the plan. */
  readonly onReport: (task: string, report: SupervisorReport) => void;
};

/** A pipeline at work: its topics are made, each task runs under a supervisor of its own. */
export class PipelineRun {
  readonly #options: PipelineRunOptions;
  readonly #tasks: TaskPlan;
  readonly #supervisors: TaskSupervisor[] = [];
  #maxMessageBytes: Readonly<Record<string, number>> = {};
  #stopping = false;

  constructor(options: PipelineRunOptions) {
    this.#options = options;
    this.#tasks = planTasks(options.checked, { namespace: options.namespace, id: options.id });
  }

  /** Runs until it is stopped, to the end of its mode, or until a task fails for good; then the others stop and it is told. */
  async run(): Promise<TaskFailure | null> {
    try {
      this.#maxMessageBytes = await ensureTopics(this.#options.broker, this.#tasks.topics);
      return this.#options.mode === 'forever' ? await this.#runAll(this.#tasks.tasks, null) : await this.#runToEnd();
    } catch (error) {
      return failureOf(error);
    }
  }

  /** Asks every task for a last cut. */
  stop(): void {
    this.#stopping = true;
    for (const supervisor of this.#supervisors) supervisor.stop();
  }

  /** Ingest tasks bring in what is due by now; then the process task reads to where its topics end. */
  async #runToEnd(): Promise<TaskFailure | null> {
    const dueMs = this.#options.clock();
    const flush = this.#options.mode === 'flush';
    const ingests = this.#tasks.tasks.filter((task) => task.kind === 'ingest');
    const failure = await this.#runAll(ingests, { until: {}, dueMs, flush });
    if (failure !== null || this.#stopping) return failure;
    const processes = this.#tasks.tasks.filter((task) => task.kind === 'process');
    return this.#runAll(processes, { until: await this.#ends(), dueMs, flush });
  }

  async #runAll(tasks: readonly Task[], end: TaskEnd | null): Promise<TaskFailure | null> {
    const supervisors = tasks.map((task) => new TaskSupervisor(this.#specOf(task, end), this.#reportOf(task)));
    this.#supervisors.splice(0, this.#supervisors.length, ...supervisors);
    if (this.#stopping) return null;
    const failures = await Promise.all(
      supervisors.map(async (supervisor) => {
        const failure = await supervisor.run();
        if (failure !== null) this.stop();
        return failure;
      }),
    );
    return failures.find((failure) => failure !== null) ?? null;
  }

  async #ends(): Promise<Record<string, number[]>> {
    const { broker } = this.#options;
    const process = this.#tasks.tasks.find((task) => task.kind === 'process');
    const sources = process?.sources ?? [];
    const counts = await partitionCounts(
      broker,
      sources.map(({ topic }) => topic),
    );
    const ends = sources.map(async ({ node, topic, isolation }) => {
      const bounds = await listBounds(broker, topic, counts.get(topic) ?? 0, isolation);
      return [node, bounds.map(({ latest }) => latest)] as const;
    });
    return Object.fromEntries(await Promise.all(ends));
  }

  #specOf(task: Task, end: TaskEnd | null): TaskSpec {
    const { document, parameters, namespace, id, broker, choices } = this.#options;
    return {
      document,
      parameters: Object.fromEntries(parameters),
      namespace,
      id,
      broker,
      task: task.kind === 'process' ? { kind: 'process' } : { kind: 'ingest', node: task.node },
      choices,
      maxMessageBytes: this.#maxMessageBytes,
      end,
    };
  }

  #reportOf(task: Task): (report: SupervisorReport) => void {
    return (report) => this.#options.onReport(task.name, report);
  }
}
