import { join } from 'node:path';
import { BrokerStartError, keptPort, startBroker } from '@millrace/broker';
import { type BrokerAddress, firstReachable } from '@millrace/kafka';
import { brokersOfEnvironment } from '../commands/environment.ts';
import { EMBEDDED_SETTINGS } from './embedded-settings.ts';

/** A Kafka to work on; `close` ends it where it was started here. */
export type UsedKafka = {
  readonly address: BrokerAddress;
  readonly isEmbedded: boolean;
  close(): Promise<void>;
};

/**
 * The Kafka that KAFKA_BROKERS names; without it the embedded broker of the data folder, started here, or the one that another
 * Millrace runs on it already. Rejects with BrokerUnreachable or BrokerStartError.
 */
export async function useKafka(
  env: NodeJS.ProcessEnv,
  dataFolder: string,
  log: (line: string) => void,
): Promise<UsedKafka> {
  const named = brokersOfEnvironment(env);
  if (named !== null) return othersKafka(await firstReachable(named));
  const folder = join(dataFolder, 'broker');
  try {
    const broker = await startBroker({
      dataFolder: folder,
      port: 'kept',
      settings: EMBEDDED_SETTINGS,
      log: (level, message) => {
        if (level !== 'info') log(`broker: ${message}`);
      },
      onDeath: (reason) => {
        log(`The embedded broker has died; everything acknowledged is in ${folder}. Start Millrace again. ${reason}`);
        process.exit(1);
      },
    });
    return { address: { host: '127.0.0.1', port: broker.port }, isEmbedded: true, close: () => broker.close() };
  } catch (error) {
    const port = error instanceof BrokerStartError && error.reason === 'FolderInUse' ? keptPort(folder) : null;
    if (port === null) throw error;
    return othersKafka(await firstReachable([{ host: '127.0.0.1', port }]));
  }
}

function othersKafka(address: BrokerAddress): UsedKafka {
  return { address, isEmbedded: false, close: () => Promise.resolve() };
}
