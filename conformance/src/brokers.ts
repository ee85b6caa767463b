import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningBroker, startBroker } from '@millrace/broker';
import { type BrokerAddress, parseBrokers } from '@millrace/kafka';

/** A broker that the behaviour is asked of. */
export type BrokerUnderTest = {
  readonly address: BrokerAddress;
  /** `host:port` */
  readonly text: string;
  end(): Promise<void>;
};

const APACHE = process.env['MILLRACE_TEST_KAFKA'];

/** The Apache Kafka of the tests; null where there is none. */
export const apacheKafka: (() => Promise<BrokerUnderTest>) | null =
  APACHE === undefined ? null : () => Promise.resolve({ ...placeOf(APACHE), end: () => Promise.resolve() });

/** An embedded broker on a folder of its own, which goes with it. It makes no topics by itself, as the Apache Kafka of the tests. */
export async function embeddedBroker(settings: Readonly<Record<string, string>> = {}): Promise<BrokerUnderTest> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'millrace-broker-'));
  const broker: RunningBroker = await startBroker({
    dataFolder,
    settings: { 'auto.create.topics.enable': 'false', ...settings },
    onDeath: (reason) => console.error(`The broker under test died: ${reason}`),
  });
  const end = async () => {
    await broker.close();
    rmSync(dataFolder, { recursive: true, force: true });
  };
  return { ...placeOf(broker.address), end };
}

function placeOf(text: string): { readonly address: BrokerAddress; readonly text: string } {
  const [address] = parseBrokers(text) ?? [];
  if (address === undefined) throw new Error(`${text} is not host:port.`);
  return { address, text };
}
