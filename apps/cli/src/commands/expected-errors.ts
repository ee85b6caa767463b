import { BrokerStartError } from '@millrace/broker';
import { BrokerUnreachable } from '@millrace/kafka';
import { DataFolderError, PortsInUse } from '@millrace/runtime';

const EXPECTED = [DataFolderError, BrokerUnreachable, BrokerStartError, PortsInUse];

/** Whether an error's message alone tells a person what to do. */
export function isExpected(error: unknown): error is Error {
  return EXPECTED.some((type) => error instanceof type);
}
