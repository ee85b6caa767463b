import { ERRORS, findCoordinator } from '@millrace/kafka-wire';
import { defineDirect } from './handler.ts';

const KEY_TYPES = [0, 1];

/** This broker coordinates every group and transactional id. */
export const findCoordinatorHandler = defineDirect(findCoordinator, ({ facts }, request, { host, port }) => {
  const isKnown = KEY_TYPES.includes(request.keyType);
  const coordinator = isKnown
    ? { errorCode: ERRORS.NONE, errorMessage: null, nodeId: facts.nodeId, host, port }
    : {
        errorCode: ERRORS.INVALID_REQUEST,
        errorMessage: `There is no coordinator of type ${request.keyType}.`,
        nodeId: -1,
        host: '',
        port: -1,
      };
  return {
    throttleTimeMs: 0,
    ...coordinator,
    coordinators: request.coordinatorKeys.map((key) => ({ key, ...coordinator })),
  };
});
