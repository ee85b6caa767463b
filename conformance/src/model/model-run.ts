import { initProducerId } from '@millrace/kafka-wire';
import { type GroupPlace, GroupSteps } from './group-steps.ts';
import { LogSteps } from './log-steps.ts';
import type { RestartableBroker } from './restartable-broker.ts';
import { PARTITIONS, type Step } from './steps.ts';
import { TransactionSteps } from './transaction-steps.ts';

/** One run of steps: each is done to the broker and to the model, and their answers are compared. */
export class ModelRun {
  readonly #broker: RestartableBroker;
  readonly #logs: LogSteps;
  readonly #groups: GroupSteps;
  readonly #transactions: TransactionSteps;

  static async begin(broker: RestartableBroker, run: number): Promise<ModelRun> {
    const topic = await broker.bench.topic(`run-${run}`, PARTITIONS);
    const ids = [];
    for (let i = 0; i < 2; i++) {
      const nobody = { transactionalId: null, transactionTimeoutMs: 60_000, producerId: -1n, producerEpoch: -1 };
      ids.push((await broker.bench.ask(initProducerId, 1, nobody)).producerId);
    }
    return new ModelRun(broker, { topic, run }, ids);
  }

  private constructor(broker: RestartableBroker, place: GroupPlace, ids: readonly bigint[]) {
    this.#broker = broker;
    this.#logs = new LogSteps(broker, place.topic, ids);
    this.#groups = new GroupSteps(broker, place);
    this.#transactions = new TransactionSteps(broker, place, this.#logs, this.#groups);
  }

  async step(step: Step): Promise<void> {
    switch (step.do) {
      case 'restart':
        return this.#broker.restart(step.isClean);
      case 'write':
      case 'idempotent':
      case 'deleteRecords':
      case 'read':
      case 'bounds':
        return this.#logs.step(step);
      case 'commit':
      case 'offsets':
      case 'forget':
      case 'deleteGroup':
        return this.#groups.step(step);
      default:
        return this.#transactions.step(step);
    }
  }

  /** Everything once more. */
  async finish(): Promise<void> {
    for (let partition = 0; partition < PARTITIONS; partition++) {
      for (const committed of [true, false]) {
        await this.step({ do: 'read', partition, share: 0, committed });
        await this.step({ do: 'bounds', partition, committed, time: 0 });
      }
      for (const group of [0, 1]) await this.step({ do: 'offsets', group, partition, stable: true });
    }
  }
}
