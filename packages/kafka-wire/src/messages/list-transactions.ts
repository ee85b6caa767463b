import { defineApi } from '../message.ts';

/** Empty filters let everything pass (KIP-664). */
export const listTransactions = defineApi({
  name: 'ListTransactions',
  key: 66,
  versions: [0, 1],
  flexibleFrom: 0,
  request: {
    stateFilters: ['string'],
    producerIdFilters: ['producerId'],
    durationFilter: { since: 1, type: 'int64', absent: -1 },
  },
  response: {
    throttleTimeMs: 'int32',
    errorCode: 'int16',
    unknownStateFilters: ['string'],
    transactions: [{ transactionalId: 'string', producerId: 'producerId', state: 'string' }],
  },
});
