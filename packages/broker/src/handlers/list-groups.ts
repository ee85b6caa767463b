import { ERRORS, listGroups } from '@millrace/kafka-wire';
import { defineDirect } from './handler.ts';

/** Every group here is of the classic protocol. */
const CLASSIC = 'Classic';

export const listGroupsHandler = defineDirect(listGroups, ({ groups }, { statesFilter, typesFilter }) => {
  const isWanted = typesFilter.length === 0 || typesFilter.some((type) => type.toLowerCase() === CLASSIC.toLowerCase());
  const found = isWanted ? groups.list(statesFilter) : [];
  return {
    errorCode: ERRORS.NONE,
    groups: found.map(({ groupId, protocolType, state }) => ({
      groupId,
      protocolType,
      groupState: state,
      groupType: CLASSIC.toLowerCase(),
    })),
  };
});
