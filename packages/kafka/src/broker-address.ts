import { Connection } from './connection.ts';
import { type BrokerAddress, BrokerUnreachable } from './errors.ts';

const ADDRESS = /^(?:\[([^\]\s]+)\]|([^:\s,[\]]+)):(\d{1,5})$/;
const MAX_PORT = 65_535;

/** Reads `host:port`, or several with commas: the value of KAFKA_BROKERS. IPv6 in brackets. Null where one is no address. */
export function parseBrokers(text: string): readonly BrokerAddress[] | null {
  const addresses = text.split(',').map((part) => parseBroker(part));
  return addresses.includes(null) ? null : (addresses as readonly BrokerAddress[]);
}

/** Reads one `host:port`. Null for what is no address. */
export function parseBroker(text: string): BrokerAddress | null {
  const match = ADDRESS.exec(text.trim());
  const host = match?.[1] ?? match?.[2];
  const port = Number(match?.[3]);
  return host === undefined || port < 1 || port > MAX_PORT ? null : { host, port };
}

/** The first that answers as Kafka. Rejects with {@link BrokerUnreachable} of the last where none does. */
export async function firstReachable(addresses: readonly BrokerAddress[]): Promise<BrokerAddress> {
  let failure: unknown = new RangeError('No address of a broker was given.');
  for (const address of addresses) {
    try {
      (await Connection.open({ address })).close();
      return address;
    } catch (error) {
      if (!(error instanceof BrokerUnreachable)) throw error;
      failure = error;
    }
  }
  throw failure;
}
