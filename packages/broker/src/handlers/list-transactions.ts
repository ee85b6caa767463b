import { ERRORS, listTransactions } from '@millrace/kafka-wire';
import { defineDirect } from './handler.ts';

export const listTransactionsHandler = defineDirect(listTransactions, (state, request, { nowMs }) => {
  const { stateFilters: states, producerIdFilters: producerIds, durationFilter: longerThanMs } = request;
  const { unknownStates, transactions } = state.transactions.list({ states, producerIds, longerThanMs }, nowMs);
  return { throttleTimeMs: 0, errorCode: ERRORS.NONE, unknownStateFilters: unknownStates, transactions };
});
