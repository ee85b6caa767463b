import { describeCluster, ERRORS } from '@millrace/kafka-wire';
import { defineDirect } from './handler.ts';

const BROKERS = 1;
const NOT_ASKED = -2147483648;

export const describeClusterHandler = defineDirect(describeCluster, ({ facts }, request, { host, port }) => {
  const { endpointType } = request;
  const isHere = endpointType === BROKERS;
  return {
    throttleTimeMs: 0,
    errorCode: isHere ? ERRORS.NONE : ERRORS.MISMATCHED_ENDPOINT_TYPE,
    errorMessage: isHere ? null : 'This is a broker, not a controller.',
    endpointType: BROKERS,
    clusterId: facts.clusterId,
    controllerId: facts.nodeId,
    brokers: isHere ? [{ brokerId: facts.nodeId, host, port, rack: null }] : [],
    clusterAuthorizedOperations: NOT_ASKED,
  };
});
