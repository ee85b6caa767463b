import { ERRORS } from '@millrace/kafka-wire';
import { describe, expect, test } from 'vitest';
import { asMember, bytes, DrivenGroups, offsetOf, one, subscription } from './testing/driven-groups.ts';

const DAY = 24 * 3_600_000;

describe('committing', () => {
  test('without a group that shares work is free to anybody, and outlives a restart', () => {
    const driven = new DrivenGroups();
    expect(driven.commit({ offsets: [offsetOf(7, 0, 't', 'note')] })).toEqual([0]);
    driven.restart();
    expect(driven.groups.fetchOffsets({ groupId: 'g', partitions: null, requireStable: false })).toEqual([
      { topic: 't', partition: 0, offset: 7, leaderEpoch: 3, metadata: 'note', error: 0 },
    ]);
    expect(driven.groups.list([])).toEqual([{ groupId: 'g', protocolType: '', state: 'Empty' }]);
  });

  test('is for members of the generation, once there are members', () => {
    const driven = new DrivenGroups();
    const member = driven.stable();
    const offsets = [offsetOf(7)];
    const who = asMember(member);
    expect(driven.commit({ ...who, offsets })).toEqual([0]);
    expect(driven.commit({ ...who, generationId: 0, offsets })).toEqual([ERRORS.ILLEGAL_GENERATION]);
    expect(driven.commit({ ...who, memberId: 'x', offsets })).toEqual([ERRORS.UNKNOWN_MEMBER_ID]);
    expect(driven.commit({ offsets })).toEqual([ERRORS.UNKNOWN_MEMBER_ID]);
    expect(driven.commit({ groupId: 'none', generationId: 1, offsets })).toEqual([ERRORS.ILLEGAL_GENERATION]);
    expect(driven.groups.describe('none')).toBeUndefined();
  });

  test('waits while the generation has no assignment, not while the next is prepared', () => {
    const driven = new DrivenGroups();
    const joined = one(driven.join());
    expect(driven.commit({ ...asMember(joined), offsets: [offsetOf(1)] })).toEqual([ERRORS.REBALANCE_IN_PROGRESS]);
    driven.sync(joined);
    driven.join();
    expect(driven.commit({ ...asMember(joined), offsets: [offsetOf(1)] })).toEqual([0]);
  });

  test('shows that the member lives', () => {
    const driven = new DrivenGroups();
    const member = driven.stable();
    driven.pass(9999);
    driven.commit({ ...asMember(member), offsets: [offsetOf(1)] });
    driven.pass(9999);
    expect(driven.heartbeat(member)).toBe(ERRORS.NONE);
  });

  test('with a note that is too long is refused for that partition alone', () => {
    const driven = new DrivenGroups();
    const offsets = [offsetOf(1, 0, 't', 'n'.repeat(4097)), offsetOf(2, 1, 't', 'n'.repeat(4096))];
    expect(driven.commit({ offsets })).toEqual([ERRORS.OFFSET_METADATA_TOO_LARGE, 0]);
    expect([driven.offset(0), driven.offset(1)]).toEqual([-1, 2]);
  });

  test('that cannot be written leaves what was', () => {
    const driven = new DrivenGroups();
    driven.commit({ offsets: [offsetOf(1)] });
    driven.files.capacityBytes = 0;
    expect(driven.commit({ offsets: [offsetOf(2)] })).toEqual([ERRORS.COORDINATOR_NOT_AVAILABLE]);
    expect(driven.offset()).toBe(1);
    driven.restart();
    expect(driven.offset()).toBe(1);
  });

  test('is bounded in groups', () => {
    const driven = new DrivenGroups({ maxGroups: 1 });
    driven.commit({ offsets: [offsetOf(1)] });
    expect(driven.commit({ groupId: 'h', offsets: [offsetOf(1)] })).toEqual([ERRORS.GROUP_MAX_SIZE_REACHED]);
  });
});

describe('committing in a transaction', () => {
  test.each([
    [true, 5],
    [false, 1],
  ])('becomes visible when it commits (%s), and is unstable until then', (isCommit, offset) => {
    const driven = new DrivenGroups();
    driven.commit({ offsets: [offsetOf(1)] });
    expect(driven.commitPending(9n, [offsetOf(5)])).toEqual([0]);
    driven.restart();
    expect(driven.offset()).toBe(1);
    const stable = { groupId: 'g', partitions: [{ topic: 't', partition: 0 }], requireStable: true };
    expect(driven.groups.fetchOffsets(stable)).toMatchObject([{ offset: -1, error: ERRORS.UNSTABLE_OFFSET_COMMIT }]);
    driven.groups.completeTransaction(9n, isCommit);
    driven.groups.completeTransaction(9n, !isCommit);
    expect(driven.groups.fetchOffsets(stable)).toMatchObject([{ offset, error: 0 }]);
    driven.restart();
    expect(driven.groups.fetchOffsets(stable)).toMatchObject([{ offset, error: 0 }]);
  });

  test('that aborts leaves no group behind that has nothing else', () => {
    const driven = new DrivenGroups();
    driven.commitPending(9n, [offsetOf(5)]);
    driven.groups.completeTransaction(9n, false);
    expect(driven.groups.list([])).toEqual([]);
    expect(driven.groups.deleteGroups(['g'])).toEqual([ERRORS.GROUP_ID_NOT_FOUND]);
  });

  test('does not undo what was committed after it', () => {
    const driven = new DrivenGroups();
    driven.commitPending(9n, [offsetOf(5), offsetOf(6, 1)]);
    driven.commit({ offsets: [offsetOf(8)] });
    driven.groups.completeTransaction(9n, true);
    expect([driven.offset(0), driven.offset(1)]).toEqual([8, 6]);
  });

  test('of two, the later commit holds, whichever ends first, also when the journal was rewritten between', () => {
    const driven = new DrivenGroups();
    driven.commitPending(8n, [offsetOf(1)]);
    driven.commitPending(9n, [offsetOf(2)]);
    driven.groups.completeTransaction(9n, true);
    for (let at = 0; at < 100; at++) driven.commit({ offsets: [offsetOf(at, 5)] });
    driven.restart();
    driven.groups.completeTransaction(8n, true);
    expect(driven.offset()).toBe(2);
  });

  test('of two that alternate, the last holds, also when the journal was rewritten between', () => {
    const driven = new DrivenGroups();
    for (const [producer, offset] of [
      [8n, 1],
      [9n, 2],
      [8n, 3],
    ] as const)
      driven.commitPending(producer, [offsetOf(offset)]);
    for (let at = 0; at < 100; at++) driven.commit({ offsets: [offsetOf(at, 5)] });
    driven.restart();
    driven.groups.completeTransaction(8n, true);
    driven.groups.completeTransaction(9n, true);
    expect(driven.offset()).toBe(3);
  });

  test('keeps the order of partitions of several producers apart', () => {
    const driven = new DrivenGroups();
    driven.commitPending(8n, [offsetOf(1, 0)]);
    driven.commitPending(9n, [offsetOf(2, 0)]);
    driven.commitPending(8n, [offsetOf(3, 1)]);
    driven.groups.completeTransaction(8n, true);
    driven.groups.completeTransaction(9n, true);
    expect([driven.offset(0), driven.offset(1)]).toEqual([2, 3]);
  });

  test('needs no member, but one that is named must be one', () => {
    const driven = new DrivenGroups();
    const member = driven.stable();
    expect(driven.commitPending(9n, [offsetOf(5)])).toEqual([0]);
    const request = { ...asMember(member), producerId: 9n, producerEpoch: 0, offsets: [offsetOf(5)] };
    const answers = [{}, { generationId: 0 }, { memberId: 'x' }, { groupId: '' }].map(
      (other) => driven.groups.commitTransactionalOffsets({ ...request, ...other }, driven.nowMs)[0]?.error,
    );
    expect(answers).toEqual([0, ERRORS.ILLEGAL_GENERATION, ERRORS.UNKNOWN_MEMBER_ID, ERRORS.INVALID_GROUP_ID]);
  });
});

describe('forgetting', () => {
  test('offsets of topics that members consume are kept', () => {
    const driven = new DrivenGroups();
    driven.commit({ offsets: [offsetOf(1), offsetOf(2, 0, 'u')] });
    driven.stable();
    driven.restart();
    const partitions = [offsetOf(0), offsetOf(0, 0, 'u')].map(({ topic, partition }) => ({ topic, partition }));
    const answer = driven.groups.deleteOffsets('g', partitions);
    expect(answer.partitions.map(({ error }) => error)).toEqual([ERRORS.GROUP_SUBSCRIBED_TO_TOPIC, 0]);
    expect([driven.offset(0), driven.offset(0, 'u')]).toEqual([1, -1]);
    driven.restart();
    expect([driven.offset(0), driven.offset(0, 'u')]).toEqual([1, -1]);
  });

  test.each([
    ['of no group', 'none', {}, ERRORS.GROUP_ID_NOT_FOUND, -1],
    ['of members whose metadata says nothing', 'g', { protocolType: 'connect' }, ERRORS.NON_EMPTY_GROUP, 1],
  ])('offsets %s cannot be deleted', (_what, groupId, request, error, offset) => {
    const driven = new DrivenGroups();
    driven.commit({ groupId, offsets: [offsetOf(1)] });
    if (groupId === 'none') driven.groups.deleteGroups(['none']);
    else driven.stable(request);
    expect(driven.groups.deleteOffsets(groupId, [{ topic: 't', partition: 0 }])).toEqual({ error, partitions: [] });
    expect(driven.offset()).toBe(offset);
  });

  test("where a consumer's metadata cannot be read, it may consume anything", () => {
    const driven = new DrivenGroups();
    driven.commit({ offsets: [offsetOf(1, 0, 'u')] });
    driven.stable({ protocols: [{ name: 'range', metadata: bytes('?') }] });
    const answer = driven.groups.deleteOffsets('g', [{ topic: 'u', partition: 0 }]);
    expect(answer.partitions[0]?.error).toBe(ERRORS.GROUP_SUBSCRIBED_TO_TOPIC);
  });

  test('a topic that goes takes its offsets along, pending ones too', () => {
    const driven = new DrivenGroups();
    driven.commit({ offsets: [offsetOf(1), offsetOf(2, 0, 'u')] });
    driven.commitPending(9n, [offsetOf(5, 3)]);
    driven.groups.topicDeleted('t');
    driven.groups.completeTransaction(9n, true);
    driven.restart();
    expect([driven.offset(0), driven.offset(3), driven.offset(0, 'u')]).toEqual([-1, -1, 2]);
  });

  test('a group is deleted with all that it has, unless it has members', () => {
    const driven = new DrivenGroups();
    driven.commit({ groupId: 'simple', offsets: [offsetOf(1)] });
    driven.stable();
    expect(driven.groups.deleteGroups(['g', 'simple', 'none'])).toEqual([
      ERRORS.NON_EMPTY_GROUP,
      ERRORS.NONE,
      ERRORS.GROUP_ID_NOT_FOUND,
    ]);
    driven.restart();
    expect(driven.groups.list([]).map(({ groupId }) => groupId)).toEqual(['g']);
    expect(driven.groups.list(['STABLE', 'empty'])).toHaveLength(1);
    expect(driven.groups.list(['Dead'])).toEqual([]);
  });

  test('offsets are kept for a week after the last member, not after the commit', () => {
    const driven = new DrivenGroups();
    const member = driven.stable({ sessionTimeoutMs: 1_800_000 });
    driven.commit({ ...asMember(member), offsets: [offsetOf(1)] });
    for (let at = 0; at < 8 * 48; at++) {
      driven.pass(1_800_000 - 1);
      driven.heartbeat(member);
    }
    driven.leave(member.memberId);
    driven.restart();
    driven.pass(7 * DAY - 1);
    expect(driven.offset()).toBe(1);
    driven.pass(600_000);
    expect(driven.offset()).toBe(-1);
    expect(driven.groups.describe('g')).toBeUndefined();
    driven.restart();
    expect(driven.groups.list([])).toEqual([]);
  });

  test('offsets of a topic that the members do not consume any more go a week after their commit', () => {
    const driven = new DrivenGroups();
    driven.commit({ offsets: [offsetOf(1), offsetOf(2, 0, 'u'), offsetOf(3, 0, 'v')] });
    driven.commitPending(9n, [offsetOf(9, 0, 'v')]);
    const metadata = subscription('t');
    const member = driven.stable({ protocols: [{ name: 'range', metadata }], sessionTimeoutMs: 1_800_000 });
    for (let at = 0; at < 7 * 48 + 1; at++) {
      driven.pass(1_800_000 - 1);
      driven.heartbeat(member);
    }
    driven.pass(600_000);
    expect([driven.offset(0), driven.offset(0, 'u'), driven.offset(0, 'v')]).toEqual([1, -1, 3]);
  });

  test('offsets without a group that shares work go a week after their commit', () => {
    const driven = new DrivenGroups();
    driven.commit({ offsets: [offsetOf(1)] });
    driven.pass(4 * DAY);
    driven.commit({ offsets: [offsetOf(2, 1)] });
    driven.pass(3 * DAY + 600_000);
    expect([driven.offset(0), driven.offset(1)]).toEqual([-1, 2]);
  });
});
