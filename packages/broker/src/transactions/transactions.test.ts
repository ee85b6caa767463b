import { ERRORS } from '@millrace/kafka-wire';
import { describe, expect, test } from 'vitest';
import { MemoryFiles } from '../files/testing/memory-files.ts';
import { Journal } from '../journal/journal.ts';
import { ProducerIds, type ProducerIdsEntry } from './producer-ids.ts';
import { asX, DrivenTransactions } from './testing/driven-transactions.ts';

/** A producer with an open transaction on t/0 and t/1. */
function open(driven = new DrivenTransactions()) {
  const producer = driven.init();
  driven.add(producer, 't/0', 't/1');
  return { driven, producer };
}

describe('a producer', () => {
  test('without a transactional id has an id of its own, and epoch 0', () => {
    const driven = new DrivenTransactions();
    const given = [driven.init({ transactionalId: null }), driven.init({ transactionalId: null })];
    expect(given.map(({ error, epoch }) => [error, epoch])).toEqual([
      [0, 0],
      [0, 0],
    ]);
    expect(given[0]?.producerId).not.toBe(given[1]?.producerId);
  });

  test('fences the one before it', () => {
    const driven = new DrivenTransactions();
    const first = driven.init();
    const second = driven.init();
    expect(second).toEqual({ ...first, epoch: first.epoch + 1 });
    expect(driven.add(first, 't/0')).toBe(ERRORS.PRODUCER_FENCED);
    expect(driven.add(second, 't/0')).toBe(ERRORS.NONE);
  });

  test('aborts what the one before it had open, with an epoch of its own', () => {
    const { driven, producer } = open();
    expect(driven.init()).toEqual({ ...producer, epoch: 2 });
    expect(driven.markers()).toEqual(['t/0 e1 abort', 't/1 e1 abort']);
    expect(driven.end(producer)).toBe(ERRORS.PRODUCER_FENCED);
  });

  test('keeps what it is over a restart', () => {
    const driven = new DrivenTransactions();
    const first = driven.init();
    driven.restart();
    expect(driven.init()).toEqual({ ...first, epoch: 1 });
  });

  test('that goes on after an error gets the next epoch, and the same when the answer was lost (KIP-360)', () => {
    const driven = new DrivenTransactions();
    const first = driven.init();
    const second = driven.init(first);
    expect(second).toEqual({ ...first, epoch: 1 });
    driven.restart();
    expect(driven.init(first)).toEqual(second);
    expect(driven.init(second)).toEqual({ ...first, epoch: 2 });
    expect(driven.init(first).error).toBe(ERRORS.PRODUCER_FENCED);
    expect(driven.init({ producerId: 77n, epoch: 1 }).error).toBe(ERRORS.PRODUCER_FENCED);
  });

  test('that another has replaced cannot go on, and harms nothing that is open', () => {
    const driven = new DrivenTransactions();
    const first = driven.init();
    const second = driven.init();
    driven.add(second, 't/0');
    expect(driven.init(first).error).toBe(ERRORS.PRODUCER_FENCED);
    expect(driven.end(second)).toBe(ERRORS.NONE);
    expect(driven.markers()).toEqual(['t/0 e1 commit']);
  });

  test('that goes on with a transaction open has it aborted', () => {
    const { driven, producer } = open();
    expect(driven.init(producer)).toEqual({ ...producer, epoch: 2 });
    expect(driven.markers()).toEqual(['t/0 e1 abort', 't/1 e1 abort']);
  });

  test('whose epochs are used up gets a new id', () => {
    const driven = new DrivenTransactions();
    const first = driven.init();
    let last = first;
    for (let epoch = 1; epoch <= 32_766; epoch++) last = driven.init();
    expect(last).toEqual({ ...first, epoch: 32_766 });
    const next = driven.init(last);
    expect(next).toMatchObject({ error: 0, epoch: 0 });
    expect(next.producerId).not.toBe(first.producerId);
    expect(driven.init(last)).toEqual(next);
    expect(driven.add(last, 't/0')).toBe(ERRORS.INVALID_PRODUCER_ID_MAPPING);
  });

  test('whose last epoch has a transaction open is fenced by the one epoch that is kept for that', () => {
    const driven = new DrivenTransactions();
    let last = driven.init();
    for (let epoch = 1; epoch <= 32_766; epoch++) last = driven.init();
    driven.add(last, 't/0');
    expect(driven.init()).toMatchObject({ error: 0, epoch: 0 });
    expect(driven.markers()).toEqual(['t/0 e32767 abort']);
  });

  test.each([
    ['a time-out beyond the allowed', { timeoutMs: 900_001 }, ERRORS.INVALID_TRANSACTION_TIMEOUT],
    ['a time-out of nothing', { timeoutMs: 0 }, ERRORS.INVALID_TRANSACTION_TIMEOUT],
    ['an empty transactional id', { transactionalId: '' }, ERRORS.INVALID_REQUEST],
    ['an id without an epoch', { producerId: 1n }, ERRORS.INVALID_REQUEST],
    ['an epoch without an id', { epoch: 1 }, ERRORS.INVALID_REQUEST],
    ['one transactional id too many', { transactionalId: 'other' }, ERRORS.POLICY_VIOLATION],
  ])('with %s is refused', (_what, request, error) => {
    const driven = new DrivenTransactions({ maxTransactionalIds: 1 });
    driven.init();
    expect(driven.init(request)).toEqual({ error, producerId: -1n, epoch: -1 });
  });
});

describe('a transaction', () => {
  test.each([
    [true, 'commit', 'CompleteCommit'],
    [false, 'abort', 'CompleteAbort'],
  ])('that ends (commit: %s) brings its outcome to all partitions and groups', (isCommit, word, state) => {
    const { driven, producer } = open();
    driven.add(producer, 't/1', 'u/7');
    driven.addOffsets(producer, 'g');
    expect(driven.end(producer, isCommit)).toBe(ERRORS.NONE);
    expect(driven.markers()).toEqual([`t/0 e0 ${word}`, `t/1 e0 ${word}`, `u/7 e0 ${word}`]);
    expect(driven.arrived.offsets).toEqual([{ groupId: 'g', producerId: producer.producerId, isCommit }]);
    expect(driven.transactions.describe(['x'])).toMatchObject([{ state, partitions: [] }]);
  });

  test('ended twice in the same way changes nothing; in the other way is refused', () => {
    const { driven, producer } = open();
    expect([driven.end(producer), driven.end(producer)]).toEqual([0, 0]);
    expect(driven.end(producer, false)).toBe(ERRORS.INVALID_TXN_STATE);
    expect(driven.markers()).toHaveLength(2);
  });

  test('that was never begun cannot end', () => {
    const driven = new DrivenTransactions();
    const producer = driven.init();
    expect([driven.end(producer, true), driven.end(producer, false)]).toEqual([48, 48]);
  });

  test('takes writes to its partitions and commits of its groups, while it is open', () => {
    const { driven, producer } = open();
    driven.addOffsets(producer, 'g');
    const group = (groupId: string) => driven.transactions.checkGroup(asX(producer), groupId);
    expect([driven.check(producer, 't/0'), group('g')]).toEqual([0, 0]);
    expect([driven.check(producer, 't/2'), group('h')]).toEqual([48, 48]);
    driven.end(producer);
    expect([driven.check(producer, 't/0'), group('g')]).toEqual([48, 48]);
  });

  test('is found by the id of its producer', () => {
    const { driven, producer } = open();
    const check = (producerId: bigint) =>
      driven.transactions.checkPartition(
        { ...producer, transactionalId: null, producerId },
        { topic: 't', partition: 0 },
      );
    expect(check(producer.producerId)).toBe(ERRORS.NONE);
    expect(check(77n)).toBe(ERRORS.INVALID_PRODUCER_ID_MAPPING);
  });

  test.each([
    ['another producer id', { producerId: 77n }, ERRORS.INVALID_PRODUCER_ID_MAPPING],
    ['an older epoch', { epoch: -1 }, ERRORS.PRODUCER_FENCED],
    ['a newer epoch', { epoch: 1 }, ERRORS.PRODUCER_FENCED],
    ['another transactional id', { transactionalId: 'y' }, ERRORS.INVALID_PRODUCER_ID_MAPPING],
    ['no transactional id', { transactionalId: '' }, ERRORS.INVALID_REQUEST],
  ])('is not for one with %s', (_what, other, error) => {
    const { driven, producer } = open();
    const who = { ...asX(producer), ...other };
    const { transactions, nowMs } = driven;
    const partition = { topic: 't', partition: 0 };
    expect(transactions.addPartitions(who, [partition], nowMs)).toBe(error);
    expect(transactions.addOffsets(who, 'g', nowMs)).toBe(error);
    expect(transactions.checkPartition(who, partition)).toBe(error);
    expect(transactions.checkGroup(who, 'g')).toBe(error);
    expect(transactions.endTransaction(who, true, nowMs)).toBe(error);
    expect(driven.state()).toBe('Ongoing');
  });

  test('left open past its time is aborted, and its producer fenced', () => {
    const { driven, producer } = open();
    driven.pass(59_999);
    expect(driven.check(producer, 't/0')).toBe(ERRORS.NONE);
    driven.pass(1);
    expect(driven.markers()).toEqual(['t/0 e1 abort', 't/1 e1 abort']);
    expect(driven.end(producer)).toBe(ERRORS.PRODUCER_FENCED);
    expect(driven.init()).toEqual({ ...producer, epoch: 2 });
  });

  test('counts its time from its beginning, also over a restart', () => {
    const { driven, producer } = open();
    driven.pass(30_000);
    driven.add(producer, 't/2');
    driven.restart();
    driven.pass(29_999);
    expect(driven.state()).toBe('Ongoing');
    driven.pass(1);
    expect(driven.state()).toBe('CompleteAbort');
  });

  test('of as many groups as it may have takes no more', () => {
    const driven = new DrivenTransactions({ maxGroupsPerTransaction: 1 });
    const producer = driven.init();
    expect([driven.addOffsets(producer, 'g'), driven.addOffsets(producer, 'g')]).toEqual([0, 0]);
    expect(driven.addOffsets(producer, 'h')).toBe(ERRORS.INVALID_REQUEST);
    expect(driven.addOffsets(producer, '')).toBe(ERRORS.INVALID_GROUP_ID);
  });
});

describe('a decided outcome', () => {
  test('that a partition cannot take is tried again there alone, and blocks what comes after', () => {
    const { driven, producer } = open();
    driven.addOffsets(producer);
    driven.refusing.add('t/0');
    expect(driven.end(producer)).toBe(ERRORS.NONE);
    expect(driven.state()).toBe('PrepareCommit');
    expect(driven.arrived.offsets).toEqual([]);
    expect(driven.log[0]).toContain('make room in the data folder');
    expect(driven.add(producer, 't/0')).toBe(ERRORS.CONCURRENT_TRANSACTIONS);
    expect(driven.init().error).toBe(ERRORS.CONCURRENT_TRANSACTIONS);
    expect(driven.end(producer)).toBe(ERRORS.CONCURRENT_TRANSACTIONS);
    expect(driven.check(producer, 't/0')).toBe(ERRORS.CONCURRENT_TRANSACTIONS);
    expect(driven.end(producer, false)).toBe(ERRORS.INVALID_TXN_STATE);
    driven.refusing.clear();
    driven.pass(1000);
    expect(driven.markers()).toEqual(['t/1 e0 commit', 't/0 e0 commit']);
    expect(driven.state()).toBe('CompleteCommit');
    expect(driven.add(producer, 't/0')).toBe(ERRORS.NONE);
  });

  test('is carried out by the next request as soon as it can be', () => {
    const { driven, producer } = open();
    driven.refusing.add('t/0');
    driven.end(producer);
    driven.refusing.clear();
    expect(driven.end(producer)).toBe(ERRORS.NONE);
    expect(driven.markers()).toEqual(['t/1 e0 commit', 't/0 e0 commit']);
  });

  test('outlives a kill before it could be carried out', () => {
    const { driven, producer } = open();
    driven.refusing.add('t/0');
    driven.end(producer);
    driven.refusing.clear();
    driven.restart();
    expect(driven.state()).toBe('CompleteCommit');
    expect(driven.markers()).toContain('t/0 e0 commit');
  });

  test('passes over partitions that are gone', () => {
    const { driven, producer } = open();
    driven.gone.add('t/0');
    driven.end(producer);
    expect([driven.state(), driven.markers()]).toEqual(['CompleteCommit', ['t/1 e0 commit']]);
  });

  test('that cannot be written is none: the producer may try again', () => {
    const { driven, producer } = open();
    driven.files.capacityBytes = 0;
    expect(driven.end(producer)).toBe(ERRORS.COORDINATOR_NOT_AVAILABLE);
    expect(driven.init().error).toBe(ERRORS.COORDINATOR_NOT_AVAILABLE);
    expect([driven.state(), driven.markers()]).toEqual(['Ongoing', []]);
    driven.files.capacityBytes = Number.POSITIVE_INFINITY;
    expect(driven.end(producer)).toBe(ERRORS.NONE);
  });

  test('a time-out that cannot be written comes later', () => {
    const { driven } = open();
    driven.files.capacityBytes = 0;
    driven.pass(65_000);
    expect(driven.state()).toBe('Ongoing');
    driven.files.capacityBytes = Number.POSITIVE_INFINITY;
    driven.pass(1000);
    expect(driven.state()).toBe('CompleteAbort');
  });
});

test('a loss of power at any moment in fsync mode leaves one outcome, and none that was answered is lost', () => {
  const whole = commitUntilStopped(Number.POSITIVE_INFINITY);
  expect(whole.answer).toBe(ERRORS.NONE);
  for (let stopAt = whole.callsBefore + 1; stopAt <= whole.driven.files.calls + 1; stopAt++) {
    const { driven, answer } = commitUntilStopped(stopAt);
    const { markers } = driven.arrived;
    const [arrived, flushed] = [markers.length, driven.flushedMarkers];
    driven.restart(true);
    const states = answer === ERRORS.NONE || arrived > 0 ? ['CompleteCommit'] : ['CompleteCommit', 'Ongoing'];
    expect(states, `stop at ${stopAt}`).toContain(driven.state());
    for (const marker of markers.slice(flushed, arrived)) expect(markers.slice(arrived)).toContainEqual(marker);
    expect(markers.every(({ isCommit }) => isCommit)).toBe(true);
  }
});

function commitUntilStopped(stopAt: number) {
  const driven = new DrivenTransactions({}, true);
  const { producer } = open(driven);
  driven.flushJournals();
  const callsBefore = driven.files.calls;
  driven.files.stopAt = stopAt;
  const answer = driven.end(producer);
  if (driven.files.calls + 1 < stopAt) driven.flushJournals();
  return { driven, callsBefore, answer };
}

describe('looking at transactions', () => {
  test('an id that nobody used for a week is forgotten, not one with a transaction open', () => {
    const driven = new DrivenTransactions({ maxTimeoutMs: 10 ** 10 });
    driven.init({ transactionalId: 'idle' });
    const busy = driven.init({ timeoutMs: 10 ** 10 });
    driven.add(busy, 't/0');
    driven.pass(7 * 24 * 3_600_000 - 1);
    expect(driven.state('idle')).toBe('Empty');
    driven.pass(1);
    driven.restart();
    expect(driven.transactions.describe(['idle', 'x', '']).map(({ error, state }) => [error, state])).toEqual([
      [ERRORS.TRANSACTIONAL_ID_NOT_FOUND, ''],
      [ERRORS.NONE, 'Ongoing'],
      [ERRORS.INVALID_REQUEST, ''],
    ]);
  });

  test('a description says who, since when, and where', () => {
    const { driven, producer } = open();
    expect(driven.transactions.describe(['x'])[0]).toMatchObject({
      producerId: producer.producerId,
      epoch: 0,
      startMs: driven.nowMs,
      timeoutMs: 60_000,
      partitions: [
        { topic: 't', partition: 0 },
        { topic: 't', partition: 1 },
      ],
    });
  });

  test.each([
    ['all', {}, ['y', 'x'], []],
    ['a state', { states: ['Ongoing'] }, ['x'], []],
    ['no state that there is', { states: ['Asleep'] }, [], ['Asleep']],
    ['a producer', { producerIds: [0n] }, ['y'], []],
    ['longer than it has run', { longerThanMs: 5000 }, [], []],
    ['shorter than it has run', { longerThanMs: 4999 }, ['x'], []],
  ])('a list of %s', (_what, filter, ids, unknownStates) => {
    const driven = new DrivenTransactions();
    driven.init({ transactionalId: 'y' });
    driven.add(driven.init(), 't/0');
    driven.nowMs += 5000;
    const all = { states: [], producerIds: [], longerThanMs: -1, ...filter };
    const listing = driven.transactions.list(all, driven.nowMs);
    expect(listing.transactions.map(({ transactionalId }) => transactionalId)).toEqual(ids);
    expect(listing.unknownStates).toEqual(unknownStates);
  });
});

test('producer ids are given once, over restarts and full disks', () => {
  const given = new Set<bigint>();
  let files = new MemoryFiles();
  for (let run = 0; run < 3; run++) {
    const ids = new ProducerIds(new Journal<ProducerIdsEntry>(files, 'data/ids', { fsync: false }));
    for (let at = 0; at < 1500; at++) given.add(ids.next());
    files.capacityBytes = 0;
    expect(() => {
      for (let at = 0; at < 1001; at++) given.add(ids.next());
    }).toThrow('ENOSPC');
    files = files.reopened(false);
  }
  expect(given.size).toBe(3 * 2000);
});
