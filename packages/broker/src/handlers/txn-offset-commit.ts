import { ERRORS, txnOffsetCommit } from '@millrace/kafka-wire';
import { defineDirect } from './handler.ts';
import { answered, offsetsOf, parted } from './offset-commit.ts';

/** Offsets that become the group's with the end of the transaction; one that does not include the group is refused. */
export const txnOffsetCommitHandler = defineDirect(txnOffsetCommit, (state, request, { nowMs }) => {
  const offsets = offsetsOf(request.topics);
  const { transactionalId, producerId, producerEpoch: epoch, groupId } = request;
  const found = state.transactions.checkGroup({ transactionalId, producerId, epoch }, groupId);
  const code = found === ERRORS.PRODUCER_FENCED ? ERRORS.INVALID_PRODUCER_EPOCH : found;
  if (code !== ERRORS.NONE) {
    return {
      throttleTimeMs: 0,
      topics: answered(
        offsets,
        offsets.map((one) => ({ ...one, error: code })),
      ),
    };
  }
  const [known, unknown] = parted(state, offsets);
  const committed =
    known.length === 0 ? [] : state.groups.commitTransactionalOffsets({ ...request, offsets: known }, nowMs);
  return { throttleTimeMs: 0, topics: answered(offsets, [...committed, ...unknown]) };
});
