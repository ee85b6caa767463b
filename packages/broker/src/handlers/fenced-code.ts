import { ERRORS } from '@millrace/kafka-wire';

/** Clients of older versions know a fenced producer by its epoch alone (KIP-588). */
export function fencedCode(code: number, version: number, knownSince: number): number {
  return code === ERRORS.PRODUCER_FENCED && version < knownSince ? ERRORS.INVALID_PRODUCER_EPOCH : code;
}
