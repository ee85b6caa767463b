export type { Files, OpenFile } from './files/files.ts';
export { nodeFiles } from './files/node-files.ts';
export { keptPort } from './server/kept-port.ts';
export { type OpenBroker, type OpenBrokerOptions, openBroker } from './server/open-broker.ts';
export { type BrokerOptions, type RunningBroker, startBroker } from './worker/start-broker.ts';
export { BrokerStartError } from './worker/start-error.ts';
