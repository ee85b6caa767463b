import { parentPort, workerData } from 'node:worker_threads';
import { openBroker } from '../server/open-broker.ts';
import { BrokerStartError } from './start-error.ts';
import type { BrokerReport, BrokerSpec } from './thread-message.ts';

/** One broker; ends when it is told `stop`. */
const tell = (report: BrokerReport) => parentPort?.postMessage(report);

try {
  const spec = workerData as BrokerSpec;
  const broker = await openBroker({ ...spec, log: (level, message) => tell({ type: 'log', level, message }) });
  tell({ type: 'listening', port: broker.port });
  parentPort?.once('message', () => {
    void broker.close().then(() => parentPort?.close());
  });
} catch (error) {
  const { reason, message, code } = BrokerStartError.of(error);
  tell({ type: 'failed', name: reason, message, code });
  parentPort?.close();
}
