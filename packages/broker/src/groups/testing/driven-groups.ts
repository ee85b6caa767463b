import { MemoryFiles } from '../../files/testing/memory-files.ts';
import { Journal } from '../../journal/journal.ts';
import type { GroupEntry } from '../group-entries.ts';
import type {
  JoinAnswer,
  JoinRequest,
  MemberRequest,
  OffsetToCommit,
  SyncAnswer,
  SyncRequest,
} from '../group-requests.ts';
import type { GroupSettings } from '../group-settings.ts';
import { Groups } from '../groups.ts';
import type { Answer } from '../member.ts';

/** The answers to one request that have come: exactly one once it is answered. */
type Answers<T> = readonly T[];

/** A coordinator on a file system in memory, with a clock that the test moves. */
export class DrivenGroups {
  files: MemoryFiles;
  groups: Groups;
  nowMs = 1_000_000;
  readonly log: string[] = [];
  #ids = 0;
  readonly #settings: Partial<GroupSettings>;

  constructor(settings: Partial<GroupSettings> = {}) {
    this.#settings = settings;
    this.files = new MemoryFiles();
    this.groups = this.#open();
  }

  /** The process is killed and starts again. */
  restart(): void {
    this.files = this.files.reopened(false);
    this.groups = this.#open();
  }

  /** Lets time pass as a server does: each deadline at its time. */
  pass(ms: number): void {
    const untilMs = this.nowMs + ms;
    for (let dueMs = this.groups.nextDeadlineMs(); dueMs <= untilMs; dueMs = this.groups.nextDeadlineMs()) {
      this.nowMs = Math.max(this.nowMs, dueMs);
      this.groups.tick(this.nowMs);
    }
    this.nowMs = untilMs;
  }

  join(request: Partial<JoinRequest> = {}, listen: Answer<JoinAnswer> = () => {}): Answers<JoinAnswer> {
    const answers: JoinAnswer[] = [];
    this.groups.join({ ...JOIN, ...request }, this.nowMs, (answer) => {
      answers.push(answer);
      listen(answer);
    });
    return answers;
  }

  sync(
    member: JoinAnswer,
    assignments: Readonly<Record<string, string>> = {},
    more: Partial<SyncRequest> = {},
    listen: Answer<SyncAnswer> = () => {},
  ): Answers<SyncAnswer> {
    const answers: SyncAnswer[] = [];
    const request = {
      ...asMember(member),
      protocolType: null,
      protocolName: null,
      assignments: Object.entries(assignments).map(([memberId, text]) => ({ memberId, assignment: bytes(text) })),
      ...more,
    };
    this.groups.sync(request, this.nowMs, (answer) => {
      answers.push(answer);
      listen(answer);
    });
    return answers;
  }

  heartbeat(member: JoinAnswer, more: Partial<MemberRequest> = {}): number {
    return this.groups.heartbeat({ ...asMember(member), ...more }, this.nowMs);
  }

  leave(memberId: string, groupInstanceId: string | null = null): number | undefined {
    const answer = this.groups.leave({ groupId: 'g', members: [{ memberId, groupInstanceId }] }, this.nowMs);
    return answer.members[0]?.error;
  }

  commit(request: Partial<MemberRequest> & { readonly offsets: readonly OffsetToCommit[] }): readonly number[] {
    return this.groups.commitOffsets({ ...NOBODY, ...request }, this.nowMs).map(({ error }) => error);
  }

  commitPending(producerId: bigint, offsets: readonly OffsetToCommit[]): readonly number[] {
    const request = { ...NOBODY, producerId, producerEpoch: 0, offsets };
    return this.groups.commitTransactionalOffsets(request, this.nowMs).map(({ error }) => error);
  }

  /** The offset that the group has of a partition of topic t. */
  offset(partition = 0, topic = 't', requireStable = false): number | undefined {
    return this.groups.fetchOffsets({ groupId: 'g', partitions: [{ topic, partition }], requireStable })[0]?.offset;
  }

  state(): string | undefined {
    return this.groups.describe('g')?.state;
  }

  /** One member alone, with its assignment. */
  stable(request: Partial<JoinRequest> = {}): JoinAnswer {
    const joined = one(this.join(request));
    this.sync(joined, { [joined.memberId]: 'all' });
    return joined;
  }

  #open(): Groups {
    return new Groups({
      journal: new Journal<GroupEntry>(this.files, 'data/groups.journal', { fsync: false, rewriteBytes: 4096 }),
      settings: this.#settings,
      newMemberId: (prefix) => {
        this.#ids += 1;
        return `${prefix}-${this.#ids}`;
      },
      log: (sentence) => this.log.push(sentence),
      nowMs: this.nowMs,
    });
  }
}

const JOIN: JoinRequest = {
  groupId: 'g',
  memberId: '',
  groupInstanceId: null,
  clientId: 'c',
  clientHost: '/127.0.0.1',
  sessionTimeoutMs: 10_000,
  rebalanceTimeoutMs: 60_000,
  protocolType: 'consumer',
  protocols: [{ name: 'range', metadata: subscription('t') }],
  requireKnownMemberId: false,
  supportSkippingAssignment: false,
};

const NOBODY: MemberRequest = { groupId: 'g', generationId: -1, memberId: '', groupInstanceId: null };

/** The only answer that a request has had. */
export function one<T>(answers: Answers<T>): T {
  const [answer] = answers;
  if (answer === undefined || answers.length !== 1) throw new Error(`answered ${answers.length} times`);
  return answer;
}

export function asMember({ memberId, generationId }: JoinAnswer): MemberRequest {
  return { groupId: 'g', memberId, generationId, groupInstanceId: null };
}

export function offsetOf(offset: number, partition = 0, topic = 't', metadata = ''): OffsetToCommit {
  return { topic, partition, offset, leaderEpoch: 3, metadata };
}

export function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

export function text(some: Uint8Array): string {
  return new TextDecoder().decode(some);
}

/** A consumer's metadata, version 0: its topics and no user data. */
export function subscription(...topics: readonly string[]): Uint8Array {
  const head = Buffer.alloc(6);
  head.writeInt32BE(topics.length, 2);
  const names = topics.flatMap((topic) => [Buffer.from([0, topic.length]), Buffer.from(topic)]);
  return Buffer.concat([head, ...names, Buffer.from([255, 255, 255, 255])]);
}
