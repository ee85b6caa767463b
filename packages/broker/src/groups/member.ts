import { ERRORS } from '@millrace/kafka-wire';
import type { JoinAnswer, JoinRequest, Protocol, SyncAnswer } from './group-requests.ts';

export type Answer<T> = (answer: T) => void;

const NOTHING = new Uint8Array();

/** What a member says of itself each time it joins. */
export type MemberTerms = Pick<JoinRequest, 'sessionTimeoutMs' | 'rebalanceTimeoutMs' | 'protocols'>;

/** One member of a group, and the requests of it that wait. */
export class Member {
  memberId: string;
  readonly groupInstanceId: string | null;
  readonly clientId: string;
  readonly clientHost: string;
  sessionTimeoutMs: number;
  rebalanceTimeoutMs: number;
  protocols: readonly Protocol[];
  assignment: Uint8Array = NOTHING;
  /** When the group gives it up, unless it waits for the group. */
  deadlineMs = Number.POSITIVE_INFINITY;
  /** It has not yet been answered its first join, so it cannot show that it lives. */
  isNew = false;
  #join: Answer<JoinAnswer> | undefined;
  #sync: Answer<SyncAnswer> | undefined;

  constructor(request: JoinRequest, memberId: string) {
    this.memberId = memberId;
    this.groupInstanceId = request.groupInstanceId;
    this.clientId = request.clientId;
    this.clientHost = request.clientHost;
    this.sessionTimeoutMs = request.sessionTimeoutMs;
    this.rebalanceTimeoutMs = request.rebalanceTimeoutMs;
    this.protocols = copied(request.protocols);
  }

  get awaitsJoin(): boolean {
    return this.#join !== undefined;
  }

  get awaitsSync(): boolean {
    return this.#sync !== undefined;
  }

  /** Deadlines do not count for one that waits for others, except for one that may have gone while it waited for its first answer. */
  isExpired(nowMs: number): boolean {
    return nowMs >= this.deadlineMs && (this.isNew || !(this.awaitsJoin || this.awaitsSync));
  }

  update(terms: MemberTerms): void {
    this.sessionTimeoutMs = terms.sessionTimeoutMs;
    this.rebalanceTimeoutMs = terms.rebalanceTimeoutMs;
    this.protocols = copied(terms.protocols);
  }

  matches(protocols: readonly Protocol[]): boolean {
    return (
      protocols.length === this.protocols.length &&
      protocols.every(({ name, metadata }, at) => {
        const mine = this.protocols[at];
        return mine?.name === name && sameBytes(mine.metadata, metadata);
      })
    );
  }

  metadataFor(protocolName: string | null): Uint8Array {
    return this.protocols.find(({ name }) => name === protocolName)?.metadata ?? NOTHING;
  }

  /** A join that already waits belongs to a connection that the member has given up; it is answered so that it may join again. */
  waitForJoin(answer: Answer<JoinAnswer>): void {
    this.answerJoin(failedJoin(this.memberId, ERRORS.REBALANCE_IN_PROGRESS));
    this.#join = answer;
  }

  waitForSync(answer: Answer<SyncAnswer>): void {
    this.answerSync(failedSync(ERRORS.REBALANCE_IN_PROGRESS));
    this.#sync = answer;
  }

  answerJoin(answer: JoinAnswer): void {
    const waiting = this.#join;
    this.#join = undefined;
    waiting?.(answer);
  }

  answerSync(answer: SyncAnswer): void {
    const waiting = this.#sync;
    this.#sync = undefined;
    waiting?.(answer);
  }

  /** Whatever waits is answered with an error. */
  dismiss(error: number, memberId: string): void {
    this.answerJoin(failedJoin(memberId, error));
    this.answerSync(failedSync(error));
  }
}

export function failedJoin(memberId: string, error: number): JoinAnswer {
  return {
    error,
    generationId: -1,
    protocolType: null,
    protocolName: null,
    leader: '',
    skipAssignment: false,
    memberId,
    members: [],
  };
}

export function failedSync(error: number): SyncAnswer {
  return { error, protocolType: null, protocolName: null, assignment: NOTHING };
}

/** A request's bytes are a view of its frame. */
function copied(protocols: readonly Protocol[]): readonly Protocol[] {
  return protocols.map(({ name, metadata }) => ({ name, metadata: Uint8Array.from(metadata) }));
}

function sameBytes(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && left.every((byte, at) => byte === right[at]);
}
