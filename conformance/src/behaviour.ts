import { afterAll, beforeAll, describe } from 'vitest';
import { describeFetch } from './behaviour/fetch.ts';
import { describeGroups } from './behaviour/groups.ts';
import { describeIdempotence } from './behaviour/idempotence.ts';
import { describeTopics } from './behaviour/topics.ts';
import { describeTransactions } from './behaviour/transactions.ts';
import { Bench } from './bench.ts';
import type { BrokerUnderTest } from './brokers.ts';

/**
 * What a client can rely on, asked over real sockets by the raw protocol, by kafkajs and by the reader and writer of this project. Run
 * against the embedded broker and against Apache Kafka: both must pass the same file.
 */
export function describeBehaviour(name: string, start: (() => Promise<BrokerUnderTest>) | null): void {
  describe.skipIf(start === null)(name, () => {
    const bench = new Bench();
    beforeAll(async () => {
      if (start !== null) await bench.begin(await start());
    });
    afterAll(() => bench.end());
    describeTopics(bench);
    describeFetch(bench);
    describeIdempotence(bench);
    describeTransactions(bench);
    describeGroups(bench);
  });
}
