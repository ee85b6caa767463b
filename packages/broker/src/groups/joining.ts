import type { Group } from './group.ts';
import type { GroupContext } from './group-context.ts';
import type { JoinAnswer, JoinRequest } from './group-requests.ts';
import type { Answer } from './member.ts';

/** A request to join that a group considers. */
export type Joining = {
  readonly context: GroupContext;
  readonly group: Group;
  readonly request: JoinRequest;
  readonly nowMs: number;
  readonly answer: Answer<JoinAnswer>;
};
