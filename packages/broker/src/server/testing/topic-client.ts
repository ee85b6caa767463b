import { createTopics, ERRORS, fetch, produce } from '@millrace/kafka-wire';
import { peekBatch } from '../../log/batch-fields.ts';
import { makeBatch } from '../../log/testing/make-batch.ts';
import { RawClient } from './raw-client.ts';

const ANY_BYTES = 1 << 20;
const EPOCH_OF_NO_SESSION = -1;

/** A client as it should be: it produces to the only partition of a topic, and reads what it produced. */
export class TopicClient {
  readonly raw: RawClient;
  readonly topic: string;

  private constructor(raw: RawClient, topic: string) {
    this.raw = raw;
    this.topic = topic;
  }

  /** Makes the topic where there is none. */
  static async open(port: number, topic = 'good', configs: Readonly<Record<string, string>> = {}) {
    const client = new TopicClient(await RawClient.open(port), topic);
    const { topics } = await client.raw.ask(createTopics, {
      topics: [
        {
          name: topic,
          numPartitions: 1,
          replicationFactor: 1,
          assignments: [],
          configs: Object.entries(configs).map(([name, value]) => ({ name, value })),
        },
      ],
      timeoutMs: 1000,
      validateOnly: false,
    });
    const code = topics[0]?.errorCode;
    if (code !== ERRORS.NONE && code !== ERRORS.TOPIC_ALREADY_EXISTS) throw new Error(`CreateTopics: ${code}`);
    return client;
  }

  /** What the broker says of one batch. */
  async produce(records: Buffer, transactionalId: string | null = null) {
    const { topics } = await this.raw.ask(produce, produced(this.topic, records, transactionalId));
    const [answer] = topics[0]?.partitions ?? [];
    if (answer === undefined) throw new Error('Produce was answered without the partition.');
    return answer;
  }

  /** Produces a value; gives its offset. Throws where it was refused. */
  async put(value: string): Promise<number> {
    const batch = makeBatch({ records: [{ value, timestampMs: Date.now() }] });
    const { errorCode, errorMessage, baseOffset } = await this.produce(batch);
    if (errorCode !== ERRORS.NONE) throw new Error(`Produce was refused with ${errorCode}: ${errorMessage}`);
    return baseOffset;
  }

  /** The batches from an offset on, as they are stored. */
  async fetchFrom(offset: number) {
    const { topics } = await this.raw.ask(fetch, fetched(this.topic, offset));
    const [answer] = topics[0]?.partitions ?? [];
    if (answer === undefined) throw new Error('Fetch was answered without the partition.');
    return answer;
  }

  /** All batches from an offset on, one Fetch after the other, and what the last one said. */
  async readAll(offset = 0) {
    const batches: Buffer[] = [];
    for (let next = offset; ; ) {
      const answer = await this.fetchFrom(next);
      const records = answer.records ?? Buffer.alloc(0);
      if (records.length === 0) return { ...answer, records: Buffer.concat(batches) };
      batches.push(records);
      next = endOf(records);
    }
  }

  /** Produces and reads it back; throws where that does not come out right. */
  async works(): Promise<void> {
    const value = `value ${Math.random()}`;
    const { errorCode, records } = await this.fetchFrom(await this.put(value));
    if (errorCode !== ERRORS.NONE || records?.includes(value) !== true)
      throw new Error(`What was produced is not fetched (${errorCode}).`);
  }
}

/** The offset behind whole batches. */
function endOf(batches: Buffer): number {
  let end = 0;
  for (let at = 0; at < batches.length; ) {
    const span = peekBatch(batches, at);
    if (span === null || span === 'damaged') throw new Error('What was fetched is no whole batch.');
    end = span.lastOffset + 1;
    at += span.bytes;
  }
  return end;
}

export function produced(topic: string, records: Buffer, transactionalId: string | null = null, acks = -1) {
  return { transactionalId, acks, timeoutMs: 1000, topics: [{ name: topic, partitions: [{ index: 0, records }] }] };
}

/** A Fetch of one partition, or of the same one `times` over. */
export function fetched(topic: string, fetchOffset: number, maxBytes = ANY_BYTES, times = 1) {
  const partition = {
    index: 0,
    currentLeaderEpoch: -1,
    fetchOffset,
    logStartOffset: -1,
    maxBytes,
  };
  return {
    replicaId: -1,
    maxWaitMs: 0,
    minBytes: 0,
    maxBytes,
    isolationLevel: 0,
    sessionId: 0,
    sessionEpoch: EPOCH_OF_NO_SESSION,
    topics: [{ name: topic, partitions: Array.from({ length: times }, () => partition) }],
    forgottenTopics: [],
    rackId: '',
  };
}
