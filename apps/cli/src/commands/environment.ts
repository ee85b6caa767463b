import { randomBytes } from 'node:crypto';
import { type BrokerAddress, parseBrokers } from '@millrace/kafka';
import { namespaceOf } from '@millrace/runtime';
import { UsageError } from './usage-error.ts';

/** Settings of later versions; what they ask for must not be passed over in silence. */
const NOT_YET = [
  'KAFKA_SASL_MECHANISM',
  'KAFKA_SASL_USERNAME',
  'KAFKA_SASL_PASSWORD',
  'KAFKA_TLS_CA',
  'KAFKA_TLS_CERT',
  'KAFKA_TLS_KEY',
];

/** The brokers that KAFKA_BROKERS names; null where it names none. */
export function brokersOfEnvironment(env: NodeJS.ProcessEnv): readonly BrokerAddress[] | null {
  const set = NOT_YET.filter((name) => env[name] !== undefined && env[name] !== '');
  if (set.length > 0) {
    throw new UsageError(
      `${set.join(', ')} is set, but this version connects without TLS and SASL only. Unset it, or use a plain listener.`,
    );
  }
  const brokers = env['KAFKA_BROKERS'];
  if (brokers === undefined || brokers === '') return null;
  const addresses = parseBrokers(brokers);
  if (addresses === null) throw new UsageError(`KAFKA_BROKERS is ${JSON.stringify(brokers)}, which is not host:port.`);
  return addresses;
}

/** The namespace of a data folder. */
export function namespaceOfEnvironment(dataFolder: string, env: NodeJS.ProcessEnv): string {
  return namespaceOf(dataFolder, env['MILLRACE_NAMESPACE'], randomBytes);
}
