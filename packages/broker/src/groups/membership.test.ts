import { ERRORS } from '@millrace/kafka-wire';
import { describe, expect, test } from 'vitest';
import { bytes, DrivenGroups, one, subscription, text } from './testing/driven-groups.ts';

/** Two members of one generation: a leads. */
function twoMembers(driven = new DrivenGroups()) {
  const first = driven.stable();
  const second = driven.join();
  const a = one(driven.join({ memberId: first.memberId }));
  const b = one(second);
  const waiting = driven.sync(b);
  driven.sync(a, { [a.memberId]: 'left', [b.memberId]: 'right' });
  return { driven, a, b, bSynced: one(waiting) };
}

describe('joining', () => {
  test('alone begins a generation at once, and leads it', () => {
    const driven = new DrivenGroups();
    const answer = one(driven.join());
    expect(answer).toMatchObject({ error: 0, generationId: 1, protocolName: 'range', leader: 'c-1', memberId: 'c-1' });
    expect(answer.members.map(({ memberId }) => memberId)).toEqual(['c-1']);
    expect(driven.state()).toBe('CompletingRebalance');
  });

  test('waits until the others have joined again; only the leader learns who is in', () => {
    const { a, b, bSynced } = twoMembers();
    expect([a.generationId, b.generationId]).toEqual([2, 2]);
    expect(a.members.map(({ memberId }) => memberId)).toEqual([a.memberId, b.memberId]);
    expect(b).toMatchObject({ leader: a.memberId, members: [] });
    expect(text(bSynced.assignment)).toBe('right');
  });

  test('goes on without those that do not join again in time', () => {
    const { driven, a, b } = twoMembers();
    const again = driven.join({ memberId: a.memberId });
    for (let at = 0; at < 6; at++) {
      driven.pass(9_000);
      expect(driven.heartbeat(b)).toBe(ERRORS.REBALANCE_IN_PROGRESS);
    }
    driven.pass(5_999);
    expect(again).toHaveLength(0);
    driven.pass(1);
    expect(one(again)).toMatchObject({ error: 0, generationId: 3 });
    expect(driven.heartbeat(b)).toBe(ERRORS.UNKNOWN_MEMBER_ID);
  });

  test('as of version 4 an id is learnt first, and must be used in time', () => {
    const driven = new DrivenGroups();
    const first = one(driven.join({ requireKnownMemberId: true }));
    expect(first).toMatchObject({ error: ERRORS.MEMBER_ID_REQUIRED, memberId: 'c-1' });
    expect(one(driven.join({ memberId: 'c-1' }))).toMatchObject({ error: 0, memberId: 'c-1' });
    const late = one(driven.join({ groupId: 'late', requireKnownMemberId: true }));
    driven.pass(10_000);
    expect(driven.groups.describe('late')).toBeUndefined();
    expect(one(driven.join({ groupId: 'late', memberId: late.memberId })).error).toBe(ERRORS.UNKNOWN_MEMBER_ID);
  });

  test('a generation waits for an id that was handed out', () => {
    const driven = new DrivenGroups();
    const a = driven.stable();
    const pending = one(driven.join({ requireKnownMemberId: true }));
    const again = driven.join({ memberId: a.memberId });
    expect(again).toHaveLength(0);
    const joined = driven.join({ memberId: pending.memberId });
    expect([one(again).generationId, one(joined).generationId]).toEqual([2, 2]);
  });

  test('the first members are waited for as long as the initial delay says, and longer while more come', () => {
    const driven = new DrivenGroups({ initialRebalanceDelayMs: 3000 });
    const first = driven.join();
    driven.pass(2000);
    const second = driven.join();
    driven.pass(2000);
    expect(first).toHaveLength(0);
    driven.pass(2000);
    expect([one(first).generationId, one(second).generationId]).toEqual([1, 1]);
  });

  test.each([
    ['no group id', { groupId: '' }, ERRORS.INVALID_GROUP_ID],
    ['a session shorter than allowed', { sessionTimeoutMs: 5999 }, ERRORS.INVALID_SESSION_TIMEOUT],
    ['a session longer than allowed', { sessionTimeoutMs: 1_800_001 }, ERRORS.INVALID_SESSION_TIMEOUT],
    ['an id that nobody has', { memberId: 'x' }, ERRORS.UNKNOWN_MEMBER_ID],
    ['another protocol type', { protocolType: 'connect' }, ERRORS.INCONSISTENT_GROUP_PROTOCOL],
    [
      'no protocol of the others',
      { protocols: [{ name: 'own', metadata: bytes('') }] },
      ERRORS.INCONSISTENT_GROUP_PROTOCOL,
    ],
    ['too much to say', { protocols: [{ name: 'range', metadata: new Uint8Array(2 ** 20) }] }, ERRORS.INVALID_REQUEST],
  ])('with %s is refused', (_what, request, error) => {
    const driven = new DrivenGroups();
    driven.stable();
    expect(one(driven.join(request)).error).toBe(error);
    expect(driven.state()).toBe('Stable');
  });

  test('members and groups are bounded', () => {
    const driven = new DrivenGroups({ maxMembers: 1, maxGroups: 1 });
    driven.stable();
    expect(one(driven.join()).error).toBe(ERRORS.GROUP_MAX_SIZE_REACHED);
    expect(one(driven.join({ requireKnownMemberId: true })).error).toBe(ERRORS.GROUP_MAX_SIZE_REACHED);
    expect(one(driven.join({ groupId: 'other' })).error).toBe(ERRORS.GROUP_MAX_SIZE_REACHED);
  });

  test('again as the same changes nothing for a follower, but makes a leader share anew', () => {
    const { driven, a, b } = twoMembers();
    expect(one(driven.join({ memberId: b.memberId }))).toMatchObject({ generationId: 2, members: [] });
    expect(driven.state()).toBe('Stable');
    expect(driven.join({ memberId: a.memberId })).toHaveLength(0);
    expect(driven.state()).toBe('PreparingRebalance');
  });

  test('again before there is an assignment tells even the leader what it was told', () => {
    const driven = new DrivenGroups();
    const joined = one(driven.join());
    expect(one(driven.join({ memberId: joined.memberId }))).toEqual(joined);
    expect(driven.state()).toBe('CompletingRebalance');
  });

  test('again shows that the member lives', () => {
    const { driven, a, b } = twoMembers();
    for (let at = 0; at < 2; at++) {
      driven.pass(9999);
      driven.heartbeat(a);
      expect(one(driven.join({ memberId: b.memberId })).error).toBe(ERRORS.NONE);
    }
  });

  test('again with other metadata shares anew', () => {
    const { driven, b } = twoMembers();
    driven.join({ memberId: b.memberId, protocols: [{ name: 'range', metadata: subscription('t', 'u') }] });
    expect(driven.state()).toBe('PreparingRebalance');
  });

  test('twice at once answers both, the first with a reason to come again', () => {
    const { driven, a } = twoMembers();
    const first = driven.join({ memberId: a.memberId });
    driven.join({ memberId: a.memberId });
    expect(one(first).error).toBe(ERRORS.REBALANCE_IN_PROGRESS);
  });

  test('a new member that went silent while it waited is given up after five minutes', () => {
    const driven = new DrivenGroups();
    const a = driven.stable({ rebalanceTimeoutMs: 600_000 });
    const silent = driven.join();
    for (let minute = 0; minute < 30; minute++) {
      driven.heartbeat(a);
      driven.pass(10_000 - 1);
    }
    driven.heartbeat(a);
    driven.pass(1000);
    expect(one(silent).error).toBe(ERRORS.UNKNOWN_MEMBER_ID);
  });
});

describe('sharing', () => {
  test('an assignment reaches nobody before it is written', () => {
    const driven = new DrivenGroups();
    const joined = one(driven.join());
    driven.files.capacityBytes = 0;
    expect(one(driven.sync(joined, { [joined.memberId]: 'all' })).error).toBe(ERRORS.COORDINATOR_NOT_AVAILABLE);
    expect(driven.state()).toBe('PreparingRebalance');
    expect(driven.log[0]).toContain('make room in the data folder');
    driven.files.capacityBytes = Number.POSITIVE_INFINITY;
    const again = one(driven.join({ memberId: joined.memberId }));
    expect(text(one(driven.sync(again, { [again.memberId]: 'all' })).assignment)).toBe('all');
  });

  test('what members say and are given is kept when the bytes of their requests are not', () => {
    const driven = new DrivenGroups();
    const metadata = subscription('t');
    const joined = one(driven.join({ protocols: [{ name: 'range', metadata }] }));
    const assignment = bytes('all');
    const { memberId } = joined;
    driven.sync(joined, {}, { assignments: [{ memberId, assignment }] });
    metadata.fill(0);
    assignment.fill(0);
    const [member] = driven.groups.describe('g')?.members ?? [];
    expect(member).toMatchObject({ metadata: Uint8Array.from(subscription('t')), assignment: bytes('all') });
  });

  test('who waited longer than a session for its assignment has a new one', () => {
    const driven = new DrivenGroups();
    const first = driven.stable();
    const second = driven.join();
    const leader = one(driven.join({ memberId: first.memberId }));
    const follower = one(second);
    driven.sync(follower);
    for (let at = 0; at < 3; at++) {
      driven.pass(5000);
      driven.heartbeat(leader);
    }
    driven.sync(leader);
    driven.pass(9999);
    expect(driven.heartbeat(follower)).toBe(ERRORS.NONE);
  });

  test('who waits for an assignment when another rebalance begins is told so', () => {
    const driven = new DrivenGroups();
    const first = driven.stable();
    const second = driven.join();
    driven.join({ memberId: first.memberId });
    const waiting = driven.sync(one(second));
    driven.join();
    expect(one(waiting).error).toBe(ERRORS.REBALANCE_IN_PROGRESS);
  });

  test('who waited longer than a session is given a new one when it is told to join again', () => {
    const driven = new DrivenGroups();
    const first = driven.stable();
    const second = driven.join();
    const leader = one(driven.join({ memberId: first.memberId }));
    const follower = one(second);
    const waiting = driven.sync(follower);
    for (let at = 0; at < 3; at++) {
      driven.pass(5000);
      driven.heartbeat(leader);
    }
    driven.join({ memberId: leader.memberId, protocols: [{ name: 'range', metadata: bytes('changed') }] });
    expect(one(waiting).error).toBe(ERRORS.REBALANCE_IN_PROGRESS);
    driven.pass(9999);
    expect(driven.heartbeat(follower)).toBe(ERRORS.REBALANCE_IN_PROGRESS);
  });

  test('members that never ask for their assignment are taken out', () => {
    const driven = new DrivenGroups();
    const first = driven.stable();
    const second = driven.join();
    const a = one(driven.join({ memberId: first.memberId }));
    driven.sync(a, {});
    for (let at = 0; at < 8; at++) {
      driven.heartbeat(a);
      driven.heartbeat(one(second));
      driven.pass(8000);
    }
    expect(driven.heartbeat(one(second))).toBe(ERRORS.UNKNOWN_MEMBER_ID);
    expect(driven.heartbeat(a)).toBe(ERRORS.REBALANCE_IN_PROGRESS);
  });

  test.each([
    ['an old generation', { generationId: 0 }, ERRORS.ILLEGAL_GENERATION],
    ['an unknown member', { memberId: 'x' }, ERRORS.UNKNOWN_MEMBER_ID],
    ['another protocol type', { protocolType: 'connect' }, ERRORS.INCONSISTENT_GROUP_PROTOCOL],
    ['another protocol', { protocolName: 'sticky' }, ERRORS.INCONSISTENT_GROUP_PROTOCOL],
    ['an unknown group', { groupId: 'x' }, ERRORS.UNKNOWN_MEMBER_ID],
    ['no group', { groupId: '' }, ERRORS.INVALID_GROUP_ID],
  ])('is refused to %s', (_what, more, error) => {
    const driven = new DrivenGroups();
    expect(one(driven.sync(driven.stable(), {}, more)).error).toBe(error);
  });
});

describe('staying', () => {
  test('a member that beats stays, one that does not is given up after its session', () => {
    const { driven, a, b } = twoMembers();
    driven.pass(9999);
    expect(driven.heartbeat(a)).toBe(ERRORS.NONE);
    driven.pass(1);
    expect(driven.heartbeat(a)).toBe(ERRORS.REBALANCE_IN_PROGRESS);
    expect(driven.heartbeat(b)).toBe(ERRORS.UNKNOWN_MEMBER_ID);
  });

  test('an old generation is refused', () => {
    const { driven, a } = twoMembers();
    expect(driven.heartbeat(a, { generationId: 1 })).toBe(ERRORS.ILLEGAL_GENERATION);
  });

  test('who leaves is gone at once, and the rest share anew; the last leaves an empty group', () => {
    const { driven, a, b } = twoMembers();
    expect(driven.leave(a.memberId)).toBe(ERRORS.NONE);
    expect(driven.heartbeat(b)).toBe(ERRORS.REBALANCE_IN_PROGRESS);
    expect(one(driven.join({ memberId: b.memberId }))).toMatchObject({ generationId: 3, leader: b.memberId });
    expect(driven.leave(b.memberId)).toBe(ERRORS.NONE);
    expect(driven.state()).toBe('Empty');
    expect(driven.leave(b.memberId)).toBe(ERRORS.UNKNOWN_MEMBER_ID);
    expect(one(driven.join()).generationId).toBe(5);
  });

  test('members go on after a restart without joining again', () => {
    const { driven, a, b } = twoMembers();
    driven.pass(9000);
    driven.restart();
    driven.pass(9000);
    expect([driven.heartbeat(a), driven.heartbeat(b)]).toEqual([0, 0]);
    expect(text(one(driven.sync(b)).assignment)).toBe('right');
    expect(driven.groups.describe('g')).toMatchObject({
      state: 'Stable',
      protocolName: 'range',
      protocolType: 'consumer',
    });
  });

  test('members that do not come back after a restart are given up, and the leader is still the leader', () => {
    const { driven, a } = twoMembers();
    driven.restart();
    const again = driven.join({ memberId: a.memberId });
    expect(driven.state()).toBe('PreparingRebalance');
    driven.pass(10_000);
    expect(one(again)).toMatchObject({ generationId: 3, leader: a.memberId });
    driven.restart();
    driven.pass(10_000);
    expect(driven.state()).toBe('Empty');
  });

  test('a restart in the middle of a rebalance goes back to the generation before', () => {
    const { driven, a, b } = twoMembers();
    const third = driven.join();
    driven.join({ memberId: a.memberId });
    driven.join({ memberId: b.memberId });
    expect(one(third).generationId).toBe(3);
    driven.restart();
    expect(driven.heartbeat({ ...a, generationId: 3 })).toBe(ERRORS.ILLEGAL_GENERATION);
    expect(driven.heartbeat(a)).toBe(ERRORS.NONE);
    expect(driven.heartbeat(one(third))).toBe(ERRORS.UNKNOWN_MEMBER_ID);
  });
});
