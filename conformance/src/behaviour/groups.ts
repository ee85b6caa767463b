import type { Connection } from '@millrace/kafka';
import {
  deleteGroups,
  describeGroups as describeGroupsApi,
  ERRORS,
  heartbeat,
  joinGroup,
  leaveGroup,
  listGroups,
  offsetCommit,
  offsetDelete,
  offsetFetch,
  syncGroup,
} from '@millrace/kafka-wire';
import { describe, expect, test } from 'vitest';
import type { Bench } from '../bench.ts';

const SESSION_MS = 6_000;

/** One member of a group as the protocol has it, on a connection of its own since a join waits for others. */
class RawMember {
  readonly #connection: Connection;
  readonly groupId: string;
  memberId = '';
  generationId = -1;
  leader = '';
  members: readonly string[] = [];

  constructor(connection: Connection, groupId: string) {
    this.#connection = connection;
    this.groupId = groupId;
  }

  async join({ sessionMs = SESSION_MS, protocol = 'range' } = {}): Promise<number> {
    const ask = () =>
      this.#connection.request(joinGroup, 5, {
        groupId: this.groupId,
        sessionTimeoutMs: sessionMs,
        rebalanceTimeoutMs: 10_000,
        memberId: this.memberId,
        groupInstanceId: null,
        protocolType: 'consumer',
        protocols: [{ name: protocol, metadata: Buffer.from('me') }],
        reason: null,
      });
    let answer = await ask();
    for (; isPassing(answer.errorCode); answer = await ask()) await new Promise(setImmediate);
    if (answer.errorCode === ERRORS.MEMBER_ID_REQUIRED) {
      this.memberId = answer.memberId;
      answer = await ask();
    }
    this.memberId = answer.memberId;
    this.generationId = answer.generationId;
    this.leader = answer.leader;
    this.members = answer.members.map(({ memberId }) => memberId);
    return answer.errorCode;
  }

  /** What this member was assigned; the leader hands each member its own name. */
  async sync(): Promise<readonly [errorCode: number, assignment: string]> {
    const { groupId, generationId, memberId } = this;
    const assignments = this.members.map((member) => ({ memberId: member, assignment: Buffer.from(`for ${member}`) }));
    const request = {
      groupId,
      generationId,
      memberId,
      groupInstanceId: null,
      protocolType: null,
      protocolName: null,
      assignments,
    };
    const { errorCode, assignment } = await this.#connection.request(syncGroup, 3, request);
    return [errorCode, assignment.toString()];
  }

  async heartbeat(): Promise<number> {
    const { groupId, generationId, memberId } = this;
    return (await this.#connection.request(heartbeat, 3, { groupId, generationId, memberId, groupInstanceId: null }))
      .errorCode;
  }

  async leave(): Promise<number> {
    const { groupId, memberId } = this;
    const members = [{ memberId, groupInstanceId: null, reason: null }];
    return (await this.#connection.request(leaveGroup, 3, { groupId, memberId: '', members })).errorCode;
  }

  close(): void {
    this.#connection.close();
  }
}

function isPassing(code: number): boolean {
  return [ERRORS.COORDINATOR_LOAD_IN_PROGRESS, ERRORS.COORDINATOR_NOT_AVAILABLE, ERRORS.NOT_COORDINATOR].includes(
    code as 14,
  );
}

/** Groups of consumers and the offsets that they keep. */
export function describeGroups(bench: Bench): void {
  const member = async (groupId: string) => new RawMember(await bench.connect(), groupId);
  const commit = async (groupId: string, topic: string, offset: number, from?: RawMember) => {
    const partitions = [{ index: 0, offset, leaderEpoch: -1, metadata: 'why' }];
    const ask = async () => {
      const { topics } = await bench.ask(offsetCommit, 7, {
        groupId,
        generationId: from?.generationId ?? -1,
        memberId: from?.memberId ?? '',
        groupInstanceId: null,
        retentionTimeMs: -1,
        topics: [{ name: topic, partitions }],
      });
      return topics[0]?.partitions[0]?.errorCode ?? -2;
    };
    let code = await ask();
    for (; isPassing(code); code = await ask()) await new Promise(setImmediate);
    return code;
  };
  const committed = async (groupId: string, topics: readonly string[] | null) => {
    const wanted = topics?.map((name) => ({ name, partitions: [0] })) ?? null;
    const answer = await bench.ask(offsetFetch, 7, { groupId, topics: wanted, requireStable: true, groups: [] });
    return answer.topics.flatMap(({ name, partitions }) =>
      partitions.map(({ offset, metadata }) => [name, offset, metadata]),
    );
  };

  describe('a group', () => {
    test('of one: joins with an id that it is given, gets its assignment, and beats', async () => {
      const one = await member(bench.name('one'));
      expect(await one.join()).toBe(ERRORS.NONE);
      expect(one).toMatchObject({ generationId: 1, leader: one.memberId, members: [one.memberId] });
      expect(await one.sync()).toEqual([ERRORS.NONE, `for ${one.memberId}`]);
      expect(await one.heartbeat()).toBe(ERRORS.NONE);
      expect(await one.leave()).toBe(ERRORS.NONE);
      expect(await one.heartbeat()).toBe(ERRORS.UNKNOWN_MEMBER_ID);
      one.close();
    });

    test('that another joins is assigned anew, each member its own', async () => {
      const group = bench.name('two');
      const [a, b] = [await member(group), await member(group)];
      await a.join();
      await a.sync();
      const joining = b.join();
      await expect.poll(() => a.heartbeat()).toBe(ERRORS.REBALANCE_IN_PROGRESS);
      expect(await a.join()).toBe(ERRORS.NONE);
      expect(await joining).toBe(ERRORS.NONE);
      expect([a.generationId, b.generationId]).toEqual([2, 2]);
      const [leader, other] = a.leader === a.memberId ? [a, b] : [b, a];
      expect([leader.members.length, other.members.length]).toEqual([2, 0]);
      const waiting = other.sync();
      expect(await leader.sync()).toEqual([ERRORS.NONE, `for ${leader.memberId}`]);
      expect(await waiting).toEqual([ERRORS.NONE, `for ${other.memberId}`]);
      for (const one of [a, b]) one.close();
    });

    test('loses a member that is silent for its session, and goes on without it', async () => {
      const group = bench.name('silent');
      const [silent, other] = [await member(group), await member(group)];
      await silent.join();
      await silent.sync();
      expect(await other.join()).toBe(ERRORS.NONE);
      expect(other.members).toEqual([other.memberId]);
      expect(await silent.heartbeat()).toBe(ERRORS.UNKNOWN_MEMBER_ID);
      for (const one of [silent, other]) one.close();
    });

    test('refuses who speaks of another generation, another protocol, or is no member', async () => {
      const group = bench.name('refuses');
      const topic = await bench.topic('refuses');
      const [one, stranger] = [await member(group), await member(group)];
      await one.join();
      await one.sync();
      expect(await commit(group, topic, 1, one)).toBe(ERRORS.NONE);
      one.generationId += 1;
      expect(await one.heartbeat()).toBe(ERRORS.ILLEGAL_GENERATION);
      expect(await commit(group, topic, 2, one)).toBe(ERRORS.ILLEGAL_GENERATION);
      expect(await stranger.join({ protocol: 'another' })).toBe(ERRORS.INCONSISTENT_GROUP_PROTOCOL);
      expect(await stranger.join({ sessionMs: 10 })).toBe(ERRORS.INVALID_SESSION_TIMEOUT);
      stranger.memberId = 'nobody';
      expect(await stranger.heartbeat()).toBe(ERRORS.UNKNOWN_MEMBER_ID);
      expect(await commit(group, topic, 3)).toBe(ERRORS.UNKNOWN_MEMBER_ID);
      expect(await committed(group, [topic])).toEqual([[topic, 1, 'why']]);
      for (const someone of [one, stranger]) someone.close();
    });

    test('without members keeps the offsets that a tool commits, and is told, changed and deleted', async () => {
      const group = bench.name('tool');
      const [a, b] = [await bench.topic('tool-a'), await bench.topic('tool-b')];
      expect(await committed(group, [a])).toEqual([[a, -1, '']]);
      expect(await commit(group, a, 5)).toBe(ERRORS.NONE);
      expect(await commit(group, b, 6)).toBe(ERRORS.NONE);
      expect((await committed(group, null)).sort()).toEqual(
        [
          [a, 5, 'why'],
          [b, 6, 'why'],
        ].sort(),
      );
      const { groups } = await bench.ask(listGroups, 4, { statesFilter: ['Empty'], typesFilter: [] });
      expect(groups).toContainEqual(expect.objectContaining({ groupId: group, groupState: 'Empty' }));
      const dropped = { groupId: group, topics: [{ name: a, partitions: [{ index: 0 }] }] };
      const { topics } = await bench.ask(offsetDelete, 0, dropped);
      expect(topics[0]?.partitions[0]?.errorCode).toBe(ERRORS.NONE);
      expect(await committed(group, null)).toEqual([[b, 6, 'why']]);
      const remove = async () => (await bench.ask(deleteGroups, 1, { groupsNames: [group] })).results[0]?.errorCode;
      expect(await remove()).toBe(ERRORS.NONE);
      expect(await remove()).toBe(ERRORS.GROUP_ID_NOT_FOUND);
    });

    test('with a member is described with it, and cannot be deleted', async () => {
      const one = await member(bench.name('described'));
      await one.join();
      await one.sync();
      const request = { groups: [one.groupId], includeAuthorizedOperations: false };
      const { groups } = await bench.ask(describeGroupsApi, 4, request);
      expect(groups).toMatchObject([
        { errorCode: 0, groupId: one.groupId, groupState: 'Stable', protocolType: 'consumer', protocolData: 'range' },
      ]);
      expect(groups[0]?.members).toMatchObject([{ memberId: one.memberId }]);
      const { results } = await bench.ask(deleteGroups, 1, { groupsNames: [one.groupId] });
      expect(results[0]?.errorCode).toBe(ERRORS.NON_EMPTY_GROUP);
      one.close();
    });
  });

  test("kafkajs's consumers share a topic, and the next one goes on where they ended", async () => {
    const topic = await bench.topic('shared', 4);
    const groupId = bench.name('kafkajs');
    const send = async (from: number, to: number) => {
      for (let i = from; i < to; i++) await bench.produce(topic, [String(i)], { partition: i % 4 });
    };
    await send(0, 40);
    const seen: string[] = [];
    const consume = async () => {
      const consumer = bench.kafkajs().consumer({ groupId, sessionTimeout: SESSION_MS, rebalanceTimeout: 10_000 });
      await consumer.connect();
      await consumer.subscribe({ topic, fromBeginning: true });
      await consumer.run({
        autoCommit: true,
        autoCommitThreshold: 1,
        eachMessage: ({ message }) => {
          seen.push(String(message.value));
          return Promise.resolve();
        },
      });
      return consumer;
    };
    const consumers = [await consume(), await consume()];
    await expect.poll(() => new Set(seen).size, { timeout: 30_000 }).toBe(40);
    await Promise.all(consumers.map((consumer) => consumer.disconnect()));
    const before = seen.length;
    await send(40, 48);
    const last = await consume();
    await expect.poll(() => new Set(seen).size, { timeout: 30_000 }).toBe(48);
    await last.disconnect();
    expect(
      seen
        .slice(before)
        .map(Number)
        .every((value) => value >= 40),
    ).toBe(true);
  }, 90_000);
}
