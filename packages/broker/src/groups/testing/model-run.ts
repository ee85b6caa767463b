import { ERRORS } from '@millrace/kafka-wire';
import { expect } from 'vitest';
import type { JoinAnswer, SyncAnswer } from '../group-requests.ts';
import { asMember, bytes, DrivenGroups, offsetOf, text } from './driven-groups.ts';

export type Step =
  | { readonly do: 'join'; readonly who: number; readonly metadata: string }
  /** The first clients do what sound ones do: join until they are in, and ask for their assignment. */
  | { readonly do: 'cooperate'; readonly who: number }
  | { readonly do: 'sync' | 'heartbeat' | 'leave' | 'commit' | 'restart' | 'full' | 'room'; readonly who: number }
  | { readonly do: 'pass'; readonly ms: number }
  | { readonly do: 'kill'; readonly afterCalls: number; readonly tornShare: number };

type Client = { joined: JoinAnswer | undefined; memberId: string };

const NONE = ERRORS.NONE;
const CLIENTS = 4;
/** The last client is a static member. */
const STATIC = CLIENTS - 1;

/** Clients of one group, and the promises that hold between them whatever happens. */
export class GroupModelRun {
  /** Without retention: a group that is forgotten begins anew at generation 1. */
  readonly #driven = new DrivenGroups({
    initialRebalanceDelayMs: 500,
    offsetsRetentionCheckMs: Number.POSITIVE_INFINITY,
  });
  readonly #clients: Client[] = Array.from({ length: CLIENTS }, () => ({ joined: undefined, memberId: '' }));
  /** Every request of this run of the process that may wait, and its answers. */
  #requests: (readonly unknown[])[] = [];
  /** By generation: the round of assignment that its members were told of. */
  readonly #rounds = new Map<number, string>();
  /** Rounds that may have been written though nobody was told. */
  readonly #unlearnt = new Set<string>();
  #round = 0;
  #assigned = 0;
  /** What the group's offset may be: what was acknowledged, or was being written since. */
  #offsets = new Set([-1]);
  #nextOffset = 0;

  step(step: Step): void {
    this.#act(step);
    if (this.#requests.some(({ length }) => length > 1)) throw new Error('answered twice');
    const group = this.#driven.groups.describe('g');
    if (group?.state !== 'Stable') return;
    const held = new Set(group.members.map(({ assignment }) => text(assignment)));
    expect(held.size, 'members of two assignments').toBe(1);
    expect([this.#rounds.get(this.#assigned), ...this.#unlearnt]).toContain([...held][0]);
  }

  /** Whoever still waits is answered once all time-outs have passed. */
  finish(): void {
    this.step({ do: 'room', who: 0 });
    this.step({ do: 'pass', ms: 2_000_000 });
    for (const answers of this.#requests) expect(answers, 'never answered').toHaveLength(1);
    this.step({ do: 'restart', who: 0 });
    expect(this.#offsets).toContain(this.#driven.offset());
  }

  #act(step: Step): void {
    const { files } = this.#driven;
    if (step.do === 'pass') this.#driven.pass(step.ms);
    else if (step.do === 'cooperate') this.#cooperate(this.#clients.slice(0, step.who + 1));
    else if (step.do === 'kill')
      Object.assign(files, { stopAt: files.calls + 1 + step.afterCalls, tornShare: step.tornShare });
    else if (step.do === 'restart') this.#restart();
    else if (step.do === 'full') files.capacityBytes = 0;
    else if (step.do === 'room') files.capacityBytes = Number.POSITIVE_INFINITY;
    else this.#actAs(this.#clients[step.who] ?? { joined: undefined, memberId: '' }, step);
  }

  #actAs(client: Client, step: Exclude<Step, { do: 'pass' | 'kill' | 'cooperate' }>): void {
    if (step.do === 'join') this.#join(client, step.who === STATIC, step.metadata);
    else if (client.joined === undefined) return;
    else if (step.do === 'sync') this.#sync(client.joined);
    else if (step.do === 'heartbeat') this.#driven.heartbeat(client.joined);
    else if (step.do === 'leave') this.#driven.leave(client.memberId);
    else if (step.do === 'commit') this.#commit(client.joined);
  }

  #cooperate(clients: readonly Client[]): void {
    for (const client of [...clients, ...clients])
      if (client.joined === undefined || this.#driven.heartbeat(client.joined) !== NONE)
        this.#join(client, client === this.#clients[STATIC], 'a');
    this.#driven.pass(500);
    for (const { joined } of clients) if (joined !== undefined) this.#sync(joined);
  }

  #restart(): void {
    this.#driven.restart();
    this.#requests = [];
  }

  #join(client: Client, isStatic: boolean, metadata: string): void {
    const answers: JoinAnswer[] = [];
    this.#requests.push(answers);
    const request = {
      memberId: client.memberId,
      groupInstanceId: isStatic ? 'static' : null,
      protocols: [{ name: 'range', metadata: bytes(metadata) }],
      requireKnownMemberId: !isStatic,
      supportSkippingAssignment: true,
    };
    this.#driven.join(request, (answer) => {
      answers.push(answer);
      this.#joined(client, answer);
    });
  }

  #joined(client: Client, answer: JoinAnswer): void {
    const { error, memberId, generationId } = answer;
    if (error === ERRORS.MEMBER_ID_REQUIRED) client.memberId = memberId;
    else if (error === ERRORS.UNKNOWN_MEMBER_ID || error === ERRORS.FENCED_INSTANCE_ID) client.memberId = '';
    if (error !== NONE) return;
    expect(generationId, 'a generation came back').toBeGreaterThanOrEqual(this.#assigned);
    Object.assign(client, { memberId, joined: answer });
  }

  #sync(member: JoinAnswer): void {
    const answers: SyncAnswer[] = [];
    this.#requests.push(answers);
    this.#round += 1;
    const isLeader = member.leader === member.memberId && !member.skipAssignment;
    const round = `round ${this.#round}`;
    const everybody = isLeader ? member.members.map(({ memberId }) => [memberId, round]) : [];
    this.#driven.sync(member, Object.fromEntries(everybody), {}, (answer) => {
      answers.push(answer);
      if (answer.error === NONE) this.#learn(member.generationId, text(answer.assignment));
      if (answer.error === ERRORS.COORDINATOR_NOT_AVAILABLE) this.#unlearnt.add(round);
    });
  }

  /** All that is ever learnt of a generation is of one round. */
  #learn(generationId: number, round: string): void {
    expect(round, 'two assignments of one generation').toBe(this.#rounds.get(generationId) ?? round);
    expect(round, 'an assignment of nobody').not.toBe('');
    this.#rounds.set(generationId, round);
    this.#assigned = Math.max(this.#assigned, generationId);
  }

  #commit(member: JoinAnswer): void {
    this.#nextOffset += 1;
    const [error] = this.#driven.commit({ ...asMember(member), offsets: [offsetOf(this.#nextOffset)] });
    if (error === NONE) this.#offsets = new Set([this.#nextOffset]);
    else if (error === ERRORS.COORDINATOR_NOT_AVAILABLE) this.#offsets.add(this.#nextOffset);
  }
}
