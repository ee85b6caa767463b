import type { BrokerAddress } from './errors.ts';

/** Reads `host:port`, the value of KAFKA_BROKERS; of a list the first is taken. Null for what is no address. */
export function parseBroker(text: string): BrokerAddress | null {
  const match = /^\s*(?:\[([^\]]+)\]|([^:\s,]+)):(\d{1,5})\s*(?:,.*)?$/.exec(text);
  const host = match?.[1] ?? match?.[2];
  const port = Number(match?.[3]);
  return host === undefined || port < 1 || port > 65_535 ? null : { host, port };
}
