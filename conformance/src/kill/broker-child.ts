import { startBroker } from '@millrace/broker';

/** A broker as a process of its own, to be killed: told its options as JSON, it writes its port on the standard output. */
const broker = await startBroker({
  ...JSON.parse(process.argv[2] ?? '{}'),
  log: (level, message) => {
    if (level === 'error') console.error(message);
  },
  onDeath: (reason) => {
    console.error(reason);
    process.exit(1);
  },
});
console.log(broker.port);
