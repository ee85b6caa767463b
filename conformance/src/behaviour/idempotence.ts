import { ERRORS, initProducerId } from '@millrace/kafka-wire';
import { describe, expect, test } from 'vitest';
import type { Bench } from '../bench.ts';

/** What a producer that numbers its batches can rely on. */
export function describeIdempotence(bench: Bench): void {
  const newProducer = async () => {
    const request = { transactionalId: null, transactionTimeoutMs: 60_000, producerId: -1n, producerEpoch: -1 };
    const { errorCode, producerId, producerEpoch } = await bench.ask(initProducerId, 1, request);
    expect(errorCode).toBe(0);
    return (baseSequence: number, epoch = producerEpoch) => ({ producerId, epoch, baseSequence, transactional: false });
  };

  describe('an idempotent producer', () => {
    test('gets an id of its own', async () => {
      const [a, b] = [await newProducer(), await newProducer()];
      expect(a(0).producerId).not.toBe(b(0).producerId);
      expect(a(0).epoch).toBe(0);
    });

    test('sends a batch again: it is there once, and acknowledged with its first offset', async () => {
      const topic = await bench.topic('again');
      const producer = await newProducer();
      for (let i = 0; i < 5; i++) await bench.produce(topic, ['a', 'b'], { producer: producer(2 * i) });
      for (const i of [4, 2, 0]) {
        expect(await bench.produce(topic, ['a', 'b'], { producer: producer(2 * i) })).toMatchObject({
          errorCode: ERRORS.NONE,
          baseOffset: 2 * i,
        });
      }
      expect((await bench.values(topic)).length).toBe(10);
    });

    test('leaves a gap: the batch is refused, and the right one is taken afterwards', async () => {
      const topic = await bench.topic('gap');
      const producer = await newProducer();
      await bench.produce(topic, ['a'], { producer: producer(0) });
      expect((await bench.produce(topic, ['c'], { producer: producer(2) })).errorCode).toBe(
        ERRORS.OUT_OF_ORDER_SEQUENCE_NUMBER,
      );
      expect((await bench.produce(topic, ['b'], { producer: producer(1) })).errorCode).toBe(ERRORS.NONE);
      expect(await bench.values(topic)).toEqual(['a', 'b']);
    });

    test('with a new epoch begins at 0; an older epoch is refused', async () => {
      const topic = await bench.topic('epochs');
      const producer = await newProducer();
      await bench.produce(topic, ['a'], { producer: producer(0, 0) });
      expect((await bench.produce(topic, ['x'], { producer: producer(5, 1) })).errorCode).toBe(
        ERRORS.OUT_OF_ORDER_SEQUENCE_NUMBER,
      );
      expect((await bench.produce(topic, ['b'], { producer: producer(0, 1) })).errorCode).toBe(ERRORS.NONE);
      expect((await bench.produce(topic, ['y'], { producer: producer(1, 0) })).errorCode).toBe(
        ERRORS.INVALID_PRODUCER_EPOCH,
      );
      expect(await bench.values(topic)).toEqual(['a', 'b']);
    });

    test('is known per partition', async () => {
      const topic = await bench.topic('per-partition', 2);
      const producer = await newProducer();
      await bench.produce(topic, ['a'], { producer: producer(0), partition: 0 });
      await bench.produce(topic, ['b'], { producer: producer(0), partition: 1 });
      expect(await bench.values(topic, true, 0)).toEqual(['a']);
      expect(await bench.values(topic, true, 1)).toEqual(['b']);
    });
  });
}
