import {
  describeProducers,
  describeTransactions as describeTransactionsApi,
  ERRORS,
  listTransactions,
  offsetFetch,
} from '@millrace/kafka-wire';
import { describe, expect, test } from 'vitest';
import type { Bench } from '../bench.ts';
import { RawProducer } from '../raw-producer.ts';

/** Transactions: what is seen of them, and when. */
export function describeTransactions(bench: Bench): void {
  const begun = async (...topics: readonly string[]) => {
    const producer = new RawProducer(bench, bench.name('txn'));
    expect(await producer.init()).toBe(ERRORS.NONE);
    for (const topic of topics) expect(await producer.add(topic, 0)).toBe(ERRORS.NONE);
    return producer;
  };
  /** Initialising again waits for the markers. */
  const settle = (producer: RawProducer) => producer.init();
  const committedOffset = async (groupId: string, topic: string, requireStable = false) => {
    const request = { groupId, topics: [{ name: topic, partitions: [0] }], requireStable, groups: [] };
    const { topics } = await bench.ask(offsetFetch, 7, request);
    const { offset, errorCode } = topics[0]?.partitions[0] ?? { offset: -2, errorCode: -2 };
    return errorCode === ERRORS.NONE ? offset : errorCode;
  };

  describe('a transaction', () => {
    test('is seen by a committed reader when it is committed, all of it', async () => {
      const [a, b] = [await bench.topic('commit-a'), await bench.topic('commit-b')];
      const producer = await begun(a, b);
      await producer.send(a, 'one');
      await producer.send(b, 'two');
      await bench.produce(a, ['plain']);
      expect(await bench.values(a)).toEqual([]);
      expect(await bench.values(a, false)).toEqual(['one', 'plain']);
      expect((await bench.fetch(a, 0, { committed: true })).lastStableOffset).toBe(0);
      expect(await producer.end(true)).toBe(ERRORS.NONE);
      await settle(producer);
      expect(await bench.values(a)).toEqual(['one', 'plain']);
      expect(await bench.values(b)).toEqual(['two']);
    });

    test('leaves nothing when it is aborted', async () => {
      const topic = await bench.topic('abort');
      const producer = await begun(topic);
      await producer.send(topic, 'never');
      await bench.produce(topic, ['plain']);
      expect(await producer.end(false)).toBe(ERRORS.NONE);
      await settle(producer);
      expect(await bench.values(topic)).toEqual(['plain']);
      const { abortedTransactions } = await bench.fetch(topic, 0, { committed: true });
      expect(abortedTransactions).toEqual([{ producerId: producer.producerId, firstOffset: 0 }]);
    });

    test('of one producer: committed, aborted, committed', async () => {
      const topic = await bench.topic('alternate');
      const producer = await begun();
      for (const [value, committed] of [
        ['1', true],
        ['2', false],
        ['3', true],
        ['4', false],
      ] as const) {
        expect(await producer.add(topic, 0)).toBe(ERRORS.NONE);
        expect(await producer.send(topic, value)).toBe(ERRORS.NONE);
        expect(await producer.end(committed)).toBe(ERRORS.NONE);
      }
      await settle(producer);
      expect(await bench.values(topic)).toEqual(['1', '3']);
    });

    test('two that interleave, one aborted: a reader that begins inside both sees the other', async () => {
      const topic = await bench.topic('interleaved');
      const [a, b] = [await begun(topic), await begun(topic)];
      for (let i = 0; i < 3; i++) {
        await a.send(topic, `a${i}`);
        await b.send(topic, `b${i}`);
      }
      await a.end(false);
      await b.end(true);
      await settle(a);
      await settle(b);
      expect(await bench.values(topic)).toEqual(['b0', 'b1', 'b2']);
      expect((await bench.fetch(topic, 3, { committed: true })).values).toEqual(['b1', 'b2']);
    });

    test('that nobody began takes no records, nor one that left the partition out (KIP-890)', async () => {
      const [inside, outside] = [await bench.topic('inside'), await bench.topic('outside')];
      const producer = await begun(inside);
      expect(await producer.send(outside, 'x')).toBe(ERRORS.INVALID_TXN_STATE);
      await producer.send(inside, 'y');
      await producer.end(true);
      await settle(producer);
      expect(await bench.values(outside, false)).toEqual([]);
      expect(await producer.send(inside, 'z')).toBe(ERRORS.INVALID_TXN_STATE);
    });

    test('carries offsets of a group: they are there with its records, or not at all', async () => {
      const topic = await bench.topic('with-offsets');
      const group = bench.name('group');
      const producer = await begun(topic);
      await producer.send(topic, 'x');
      expect(await producer.sendOffsets(group, topic, 5)).toEqual([ERRORS.NONE, ERRORS.NONE]);
      expect(await committedOffset(group, topic)).toBe(-1);
      expect(await committedOffset(group, topic, true)).toBe(ERRORS.UNSTABLE_OFFSET_COMMIT);
      await producer.end(true);
      await settle(producer);
      await expect.poll(() => committedOffset(group, topic, true)).toBe(5);
      await producer.add(topic, 0);
      await producer.sendOffsets(group, topic, 9);
      await producer.end(false);
      await settle(producer);
      await expect.poll(() => committedOffset(group, topic, true)).toBe(5);
    });

    test('ends twice in the same way, and not in another', async () => {
      const topic = await bench.topic('twice');
      const producer = await begun(topic);
      await producer.send(topic, 'x');
      expect(await producer.end(true)).toBe(ERRORS.NONE);
      expect(await producer.end(true)).toBe(ERRORS.NONE);
      expect(await producer.end(false)).toBe(ERRORS.INVALID_TXN_STATE);
    });

    test('of a producer whose id another has taken is aborted, and its producer fenced', async () => {
      const topic = await bench.topic('fenced');
      const former = await begun(topic);
      await former.send(topic, 'former');
      const next = new RawProducer(bench, former.transactionalId);
      expect(await next.init()).toBe(ERRORS.NONE);
      expect(next.producerId).toBe(former.producerId);
      expect(next.epoch).toBeGreaterThan(former.epoch);
      expect(await former.send(topic, 'zombie')).toBe(ERRORS.INVALID_PRODUCER_EPOCH);
      expect([ERRORS.INVALID_PRODUCER_EPOCH, ERRORS.PRODUCER_FENCED]).toContain(await former.end(true));
      await next.add(topic, 0);
      await next.send(topic, 'next');
      await next.end(true);
      await settle(next);
      expect(await bench.values(topic)).toEqual(['next']);
    });

    test('with a time-out beyond what the broker allows is refused', async () => {
      const producer = new RawProducer(bench, bench.name('too-long'));
      expect(await producer.init(1_000_000)).toBe(ERRORS.INVALID_TRANSACTION_TIMEOUT);
    });

    test('is told by DescribeProducers, DescribeTransactions and ListTransactions while it is open', async () => {
      const topic = await bench.topic('told');
      const producer = await begun(topic);
      await bench.produce(topic, ['before']);
      await producer.send(topic, 'x');
      const places = { topics: [{ name: topic, partitions: [0] }] };
      const active = async () =>
        (await bench.ask(describeProducers, 0, places)).topics[0]?.partitions[0]?.activeProducers;
      expect(await active()).toMatchObject([
        { producerId: producer.producerId, producerEpoch: producer.epoch, lastSequence: 0, currentTxnStartOffset: 1 },
      ]);
      const { transactionalId, producerId } = producer;
      const { transactionStates } = await bench.ask(describeTransactionsApi, 0, {
        transactionalIds: [transactionalId],
      });
      expect(transactionStates).toMatchObject([
        { errorCode: ERRORS.NONE, transactionalId, state: 'Ongoing', producerId, topics: [{ topic, partitions: [0] }] },
      ]);
      const ongoing = { stateFilters: ['Ongoing'], producerIdFilters: [producerId], durationFilter: -1 };
      expect((await bench.ask(listTransactions, 0, ongoing)).transactions).toEqual([
        { transactionalId, producerId, state: 'Ongoing' },
      ]);
      await producer.end(false);
      await settle(producer);
      expect(await active()).toMatchObject([{ currentTxnStartOffset: -1 }]);
    });
  });

  test("this project's writer and reader agree with the broker", async () => {
    const topic = await bench.topic('own-writer');
    const id = bench.name('own');
    const writer = await bench.writer(id);
    for (const [value, isKept] of [
      ['a', true],
      ['b', false],
      ['c', true],
    ] as const) {
      writer.begin();
      writer.add(topic, 0, 1, null, Buffer.from(value));
      if (isKept) await writer.commit({ group: id, offsets: [{ topic, partition: 0, offset: 7 }] });
      else await writer.abort();
    }
    writer.close();
    (await bench.writer(id)).close();
    expect(await bench.values(topic)).toEqual(['a', 'c']);
    expect(await committedOffset(id, topic, true)).toBe(7);
  });
}
