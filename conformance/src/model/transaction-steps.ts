import { deepStrictEqual, ok } from 'node:assert';
import {
  addOffsetsToTxn,
  addPartitionsToTxn,
  ERRORS,
  endTxn,
  initProducerId,
  txnOffsetCommit,
} from '@millrace/kafka-wire';
import type { GroupPlace, GroupSteps } from './group-steps.ts';
import type { LogSteps } from './log-steps.ts';
import type { RestartableBroker } from './restartable-broker.ts';
import type { Step } from './steps.ts';
import { TransactionModel } from './transaction-model.ts';

type TransactionStep = Extract<Step, { do: 'begin' | 'add' | 'put' | 'addGroup' | 'hold' | 'end' }>;
type Of<Name extends Step['do']> = Extract<Step, { do: Name }>;

/** What producers with a transactional id ask; a stale one speaks with the epoch before. */
export class TransactionSteps {
  readonly #broker: RestartableBroker;
  readonly #place: GroupPlace;
  readonly #logs: LogSteps;
  readonly #groups: GroupSteps;
  readonly #transactions: readonly TransactionModel[];
  #numbers = 0;

  constructor(broker: RestartableBroker, place: GroupPlace, logs: LogSteps, groups: GroupSteps) {
    this.#broker = broker;
    this.#place = place;
    this.#logs = logs;
    this.#groups = groups;
    this.#transactions = [0, 1].map((who) => new TransactionModel(`producer-${place.run}-${who}`));
  }

  async step(step: TransactionStep): Promise<void> {
    const model = this.#transactions[step.who] as TransactionModel;
    if (step.do === 'begin') return this.#begin(model);
    if (model.producerId < 0n || (step.stale && model.formerEpoch < 0)) return;
    switch (step.do) {
      case 'add':
        return this.#add(model, step);
      case 'put':
        if (step.adds) await this.#add(model, step);
        return this.#put(model, step);
      case 'addGroup':
        return this.#addGroup(model, step);
      case 'hold':
        if (step.adds) await this.#addGroup(model, step);
        return this.#hold(model, step);
      case 'end':
        return this.#end(model, step);
    }
  }

  async #begin(model: TransactionModel): Promise<void> {
    const newcomer = { transactionalId: model.id, transactionTimeoutMs: 60_000, producerId: -1n, producerEpoch: -1 };
    const { errorCode, producerId, producerEpoch } = await this.#broker.bench.ask(initProducerId, 4, newcomer);
    deepStrictEqual(errorCode, ERRORS.NONE);
    if (model.producerId >= 0n) deepStrictEqual(producerId, model.producerId);
    ok(producerEpoch > model.epoch, `epoch ${producerEpoch} after ${model.epoch}`);
    this.#finish(model, false);
    model.close(null);
    model.formerEpoch = model.epoch;
    model.epoch = producerEpoch;
    model.producerId = producerId;
    for (const log of this.#logs.all) log.renew(producerId);
  }

  async #add(model: TransactionModel, { partition, stale }: Pick<Of<'add'>, 'partition' | 'stale'>): Promise<void> {
    const topics = [{ name: this.#place.topic, partitions: [partition] }];
    const answer = await this.#broker.bench.ask(addPartitionsToTxn, 2, { ...whoOf(model, stale), topics });
    deepStrictEqual(answer.topics[0]?.partitions[0]?.errorCode, stale ? ERRORS.PRODUCER_FENCED : ERRORS.NONE);
    if (stale) return;
    model.open(++this.#numbers);
    model.partitions.add(partition);
  }

  async #put(model: TransactionModel, { stale, ...meant }: Of<'put'>): Promise<void> {
    const { transactionalId, producerId, producerEpoch: epoch } = whoOf(model, stale);
    const outside = model.partitions.has(meant.partition) ? null : ERRORS.INVALID_TXN_STATE;
    const refused = stale ? ERRORS.INVALID_PRODUCER_EPOCH : outside;
    const writer = { producerId, epoch, transactionalId, transaction: model.number };
    await this.#logs.send({ ...meant, time: meant.pick }, writer, refused);
  }

  async #addGroup(model: TransactionModel, { group, stale }: Pick<Of<'addGroup'>, 'group' | 'stale'>): Promise<void> {
    const request = { ...whoOf(model, stale), groupId: this.#groups.idOf(group) };
    const { errorCode } = await this.#broker.bench.ask(addOffsetsToTxn, 2, request);
    deepStrictEqual(errorCode, stale ? ERRORS.PRODUCER_FENCED : ERRORS.NONE);
    if (stale) return;
    model.open(++this.#numbers);
    model.groups.add(group);
  }

  async #hold(model: TransactionModel, { group, partition, offset, stale }: Of<'hold'>): Promise<void> {
    const partitions = [{ index: partition, offset, leaderEpoch: -1, metadata: '' }];
    const answer = await this.#broker.bench.ask(txnOffsetCommit, 3, {
      ...whoOf(model, stale),
      groupId: this.#groups.idOf(group),
      generationId: -1,
      memberId: '',
      groupInstanceId: null,
      topics: [{ name: this.#place.topic, partitions }],
    });
    const outside = model.groups.has(group) ? ERRORS.NONE : ERRORS.INVALID_TXN_STATE;
    const expected = stale ? ERRORS.INVALID_PRODUCER_EPOCH : outside;
    deepStrictEqual(answer.topics[0]?.partitions[0]?.errorCode, expected);
    if (expected === ERRORS.NONE) this.#groups.of(group).hold(model.number, partition, offset);
  }

  async #end(model: TransactionModel, { isCommit, stale }: Of<'end'>): Promise<void> {
    const { errorCode } = await this.#broker.bench.ask(endTxn, 2, { ...whoOf(model, stale), committed: isCommit });
    const isLegal = model.isOpen || model.lastOutcome === isCommit;
    const expected = isLegal ? ERRORS.NONE : ERRORS.INVALID_TXN_STATE;
    deepStrictEqual(errorCode, stale ? ERRORS.PRODUCER_FENCED : expected);
    if (stale || !model.isOpen) return;
    this.#finish(model, isCommit);
    model.close(isCommit);
  }

  #finish({ isOpen, number, producerId, partitions, groups }: TransactionModel, isCommit: boolean): void {
    if (!isOpen) return;
    for (const partition of partitions) this.#logs.of(partition).mark(number, producerId, isCommit);
    for (const group of groups) this.#groups.of(group).complete(number, isCommit);
  }
}

function whoOf({ id, producerId, epoch, formerEpoch }: TransactionModel, stale: boolean) {
  return { transactionalId: id, producerId, producerEpoch: stale ? formerEpoch : epoch };
}
