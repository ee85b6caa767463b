import { readBatchHeader } from '@millrace/kafka-wire';
import { expect, test } from 'vitest';
import { makeMarkerBatch, readMarker } from './control-batch.ts';

const MARKER = { producerId: 0x0102n, producerEpoch: 3, isCommit: true, coordinatorEpoch: 0x0506 };

/** Field by field after Kafka's description of control batches. */
test('a marker has the bytes that Kafka writes', () => {
  const { batch } = makeMarkerBatch(MARKER, 0x0708);
  const [beforeCrc, behindCrc] = [batch.toString('hex', 0, 17), batch.toString('hex', 21)];
  expect(beforeCrc).toBe('0000000000000000' + '00000042' + '00000000' + '02');
  const times = '0000000000000708'.repeat(2);
  const producer = '0000000000000102' + '0003' + 'ffffffff';
  const record = '20' + '000000' + '08' + '00000001' + '0c' + '0000' + '00000506' + '00';
  expect(behindCrc).toBe(`0030${'00000000'}${times}${producer}${'00000001'}${record}`);
});

test.each([true, false])('a marker is read as it was written (commit: %s)', (isCommit) => {
  const { batch, header } = makeMarkerBatch({ ...MARKER, isCommit }, 5);
  const read = readBatchHeader(batch, 0, { topic: 't', partition: 0 });
  expect(read).toEqual(header);
  expect(readMarker(batch, header)).toEqual({ ...MARKER, isCommit });
});
