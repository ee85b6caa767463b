import { deepStrictEqual } from 'node:assert';
import { deleteGroups, ERRORS, offsetCommit, offsetDelete, offsetFetch } from '@millrace/kafka-wire';
import { GroupModel } from './group-model.ts';
import type { RestartableBroker } from './restartable-broker.ts';
import type { Step } from './steps.ts';

export type GroupPlace = { readonly topic: string; readonly run: number };

type GroupStep = Extract<Step, { do: 'commit' | 'offsets' | 'forget' | 'deleteGroup' }>;

/** OffsetCommit, OffsetFetch, OffsetDelete and DeleteGroups of groups without members. */
export class GroupSteps {
  readonly #broker: RestartableBroker;
  readonly #place: GroupPlace;
  readonly #groups = [new GroupModel(), new GroupModel()];

  constructor(broker: RestartableBroker, place: GroupPlace) {
    this.#broker = broker;
    this.#place = place;
  }

  of(group: number): GroupModel {
    return this.#groups[group] as GroupModel;
  }

  idOf(group: number): string {
    return `group-${this.#place.run}-${group}`;
  }

  async step(step: GroupStep): Promise<void> {
    switch (step.do) {
      case 'commit':
        return this.#commit(step.group, step.partition, step.offset);
      case 'offsets':
        return this.#offsets(step.group, step.partition, step.stable);
      case 'forget':
        return this.#forget(step.group, step.partition);
      case 'deleteGroup':
        return this.#delete(step.group);
    }
  }

  async #commit(group: number, partition: number, offset: number): Promise<void> {
    const partitions = [{ index: partition, offset, leaderEpoch: -1, metadata: '' }];
    const answer = await this.#broker.bench.ask(offsetCommit, 7, {
      groupId: this.idOf(group),
      generationId: -1,
      memberId: '',
      groupInstanceId: null,
      topics: [{ name: this.#place.topic, partitions }],
    });
    deepStrictEqual(answer.topics[0]?.partitions, [{ index: partition, errorCode: ERRORS.NONE }]);
    this.of(group).commit(partition, offset);
  }

  async #offsets(group: number, partition: number, requireStable: boolean): Promise<void> {
    const topics = [{ name: this.#place.topic, partitions: [partition] }];
    const request = { groupId: this.idOf(group), topics, requireStable, groups: [] };
    const answer = await this.#broker.bench.ask(offsetFetch, 7, request);
    const { offset, errorCode } = answer.topics[0]?.partitions[0] ?? { offset: -2, errorCode: -2 };
    const model = this.of(group);
    const expected =
      requireStable && model.isUnstable(partition)
        ? { offset: -1, errorCode: ERRORS.UNSTABLE_OFFSET_COMMIT }
        : { offset: model.get(partition), errorCode: ERRORS.NONE };
    deepStrictEqual({ offset, errorCode }, expected);
  }

  async #forget(group: number, partition: number): Promise<void> {
    const topics = [{ name: this.#place.topic, partitions: [{ index: partition }] }];
    const { errorCode } = await this.#broker.bench.ask(offsetDelete, 0, { groupId: this.idOf(group), topics });
    const model = this.of(group);
    deepStrictEqual(errorCode, model.exists ? ERRORS.NONE : ERRORS.GROUP_ID_NOT_FOUND);
    model.forget(partition);
  }

  async #delete(group: number): Promise<void> {
    const { results } = await this.#broker.bench.ask(deleteGroups, 1, { groupsNames: [this.idOf(group)] });
    const model = this.of(group);
    deepStrictEqual(results[0]?.errorCode, model.exists ? ERRORS.NONE : ERRORS.GROUP_ID_NOT_FOUND);
    model.delete();
  }
}
