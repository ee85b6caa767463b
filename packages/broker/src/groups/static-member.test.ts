import { ERRORS } from '@millrace/kafka-wire';
import { describe, expect, test } from 'vitest';
import type { JoinAnswer } from './group-requests.ts';
import { bytes, DrivenGroups, one, text } from './testing/driven-groups.ts';

/** A static leader (i) and a static follower (j) in a stable generation. */
function twoStatic(rebalanceTimeoutMs = 60_000) {
  const driven = new DrivenGroups();
  const first = driven.stable({ groupInstanceId: 'i', rebalanceTimeoutMs });
  const second = driven.join({ groupInstanceId: 'j', rebalanceTimeoutMs });
  const leader = one(driven.join({ memberId: first.memberId, groupInstanceId: 'i', rebalanceTimeoutMs }));
  const follower = one(second);
  const waiting = driven.sync(follower);
  driven.sync(leader, { [leader.memberId]: 'left', [follower.memberId]: 'right' });
  return { driven, leader, follower, synced: one(waiting) };
}

describe('a static member that comes back', () => {
  test('takes its place without a rebalance, and keeps its assignment', () => {
    const { driven, follower } = twoStatic();
    const back = one(driven.join({ groupInstanceId: 'j' }));
    expect(back).toMatchObject({ error: 0, generationId: follower.generationId, members: [], skipAssignment: false });
    expect(back.memberId).not.toBe(follower.memberId);
    expect(text(one(driven.sync(back)).assignment)).toBe('right');
    expect(driven.state()).toBe('Stable');
    driven.restart();
    expect(text(one(driven.sync(back)).assignment)).toBe('right');
  });

  test('before it asked for its assignment still has to, and is then left alone', () => {
    const driven = new DrivenGroups();
    const first = driven.stable({ groupInstanceId: 'i' });
    driven.join({ groupInstanceId: 'j' });
    const leader = one(driven.join({ memberId: first.memberId, groupInstanceId: 'i' }));
    driven.sync(leader);
    const back = one(driven.join({ groupInstanceId: 'j' }));
    driven.sync(back);
    for (let at = 0; at < 13; at++) {
      driven.pass(5000);
      expect([driven.heartbeat(leader), driven.heartbeat(back)]).toEqual([0, 0]);
    }
  });

  test('fences what it was', () => {
    const { driven, follower } = twoStatic();
    driven.join({ groupInstanceId: 'j' });
    const asJ = { groupInstanceId: 'j' };
    expect(driven.heartbeat(follower, asJ)).toBe(ERRORS.FENCED_INSTANCE_ID);
    expect(driven.heartbeat(follower)).toBe(ERRORS.UNKNOWN_MEMBER_ID);
    expect(one(driven.sync(follower, {}, asJ)).error).toBe(ERRORS.FENCED_INSTANCE_ID);
    expect(one(driven.join({ memberId: follower.memberId, ...asJ })).error).toBe(ERRORS.FENCED_INSTANCE_ID);
    expect(driven.leave(follower.memberId, 'j')).toBe(ERRORS.FENCED_INSTANCE_ID);
  });

  test.each([
    [true, (back: JoinAnswer) => ({ skipAssignment: true, leader: back.memberId, count: 2 })],
    [false, (_back: JoinAnswer, former: JoinAnswer) => ({ skipAssignment: false, leader: former.memberId, count: 0 })],
  ])('and led does not assign again (told so: %s)', (supportSkippingAssignment, expected) => {
    const { driven, leader } = twoStatic();
    const back = one(driven.join({ groupInstanceId: 'i', supportSkippingAssignment }));
    const { skipAssignment, leader: named, members } = back;
    expect({ skipAssignment, leader: named, count: members.length }).toEqual(expected(back, leader));
    expect(driven.state()).toBe('Stable');
    expect(driven.join({ memberId: back.memberId, groupInstanceId: 'i' })).toHaveLength(0);
    expect(driven.state()).toBe('PreparingRebalance');
  });

  test('with other protocols that change the choice shares anew', () => {
    const driven = new DrivenGroups();
    const both = ['range', 'sticky'].map((name) => ({ name, metadata: bytes('m') }));
    driven.stable({ groupInstanceId: 'i', protocols: both });
    const back = one(driven.join({ groupInstanceId: 'i', protocols: [...both].reverse() }));
    expect(back).toMatchObject({ generationId: 2, protocolName: 'sticky' });
  });

  test('while the generation has no assignment yet calls all to join again', () => {
    const driven = new DrivenGroups();
    const first = one(driven.join({ groupInstanceId: 'i' }));
    const back = one(driven.join({ groupInstanceId: 'i' }));
    expect(back).toMatchObject({ generationId: 2, leader: back.memberId });
    expect(one(driven.sync(first, {}, { groupInstanceId: 'i' })).error).toBe(ERRORS.FENCED_INSTANCE_ID);
  });

  test('while it waited has its former self told that it is fenced', () => {
    const { driven, leader } = twoStatic();
    const waiting = driven.join({ memberId: leader.memberId, groupInstanceId: 'i' });
    driven.join({ groupInstanceId: 'i' });
    expect(one(waiting).error).toBe(ERRORS.FENCED_INSTANCE_ID);
  });

  test('is as before where that cannot be written', () => {
    const { driven, follower } = twoStatic();
    driven.files.capacityBytes = 0;
    expect(one(driven.join({ groupInstanceId: 'j' })).error).toBe(ERRORS.COORDINATOR_NOT_AVAILABLE);
    expect(driven.heartbeat(follower, { groupInstanceId: 'j' })).toBe(ERRORS.NONE);
  });
});

test('a static member that is away stays in the group when the rebalance goes on without it', () => {
  const { driven, follower } = twoStatic(5000);
  const protocols = [{ name: 'range', metadata: bytes('changed') }];
  const joining = { memberId: follower.memberId, groupInstanceId: 'j', rebalanceTimeoutMs: 5000, protocols };
  const again = driven.join(joining);
  driven.pass(4999);
  expect(again).toHaveLength(0);
  driven.pass(1);
  expect(one(again)).toMatchObject({ generationId: 3, leader: follower.memberId });
  expect(one(again).members).toHaveLength(2);
  driven.sync(one(again));
  driven.pass(5000);
  expect(driven.groups.describe('g')?.members).toHaveLength(1);
});

test('a static member leaves by the name of its instance', () => {
  const { driven } = twoStatic();
  expect([driven.leave('', 'i'), driven.leave('', 'i'), driven.leave('', null)]).toEqual([
    ERRORS.NONE,
    ERRORS.UNKNOWN_MEMBER_ID,
    ERRORS.UNKNOWN_MEMBER_ID,
  ]);
});
