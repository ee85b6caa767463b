// The Kafka of `npm start` and `npm run dev`: the one that KAFKA_BROKERS names, or one of our own in the data folder.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startKafka } from './kafka/local-kafka.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Sets KAFKA_BROKERS; gives what ends the Kafka that was started, or null when it is somebody else's. */
export async function provideKafka() {
  if (process.env['KAFKA_BROKERS']) return null;
  const dataDir = join(root, '.millrace', 'kafka');
  try {
    const kafka = await startKafka({ dataDir, log: (line) => console.error(line) });
    if (kafka.adopted) console.error(`Apache Kafka runs already on ${kafka.brokers}; it is used.`);
    process.env['KAFKA_BROKERS'] = kafka.brokers;
    return kafka;
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exit(1);
  }
}

/** npm's shell dies of a SIGTERM without passing it on: a changed parent means that npm has gone. */
export function followParent() {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, 500);
  timer.unref();
}
