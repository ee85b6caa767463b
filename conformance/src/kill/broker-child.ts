import { nodeFiles, openBroker } from '@millrace/broker';
import type { ChildSpec } from './broker-process.ts';
import { dyingFiles } from './dying-files.ts';

/** A broker as a process of its own, to be killed: told its spec as JSON, it writes its port on the standard output. */
const { dataFolder, settings, lastChange }: ChildSpec = JSON.parse(process.argv[2] ?? '');
const broker = await openBroker({
  dataFolder,
  settings,
  port: 'kept',
  fsync: false,
  files: lastChange === null ? nodeFiles : dyingFiles(nodeFiles, lastChange),
  log: (level, message) => {
    if (level === 'error') console.error(message);
  },
});
console.log(broker.port);
