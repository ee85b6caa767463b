import { ERRORS } from '@millrace/kafka-wire';
import { expect } from 'vitest';
import type { ProducerIdentity } from '../transaction.ts';
import { asX, DrivenTransactions } from './driven-transactions.ts';

export type Step =
  | { readonly do: 'init' | 'continue' | 'offsets' | 'restart' | 'full' | 'room' | 'allow'; readonly who: number }
  | { readonly do: 'write' | 'refuse'; readonly who: number; readonly partition: number }
  | { readonly do: 'end'; readonly who: number; readonly isCommit: boolean }
  | { readonly do: 'pass'; readonly ms: number }
  | { readonly do: 'kill'; readonly afterCalls: number; readonly tornShare: number };

/** What a client did between a begin and an end; `decided` once EndTxn was answered with NONE. */
type Work = { decided: boolean | undefined; isUncertain: boolean; outcomes: Set<boolean> };

/** A record (or a group's offset) of a producer that waits for a marker. */
type Written = { readonly producerId: bigint; readonly work: Work };

const NONE = ERRORS.NONE;

/** Clients that share one transactional id, partitions that keep what is written, and the promises that tie them together. */
export class TransactionModelRun {
  readonly #driven = new DrivenTransactions();
  readonly #clients = new Map<number, { identity: ProducerIdentity; work: Work | undefined }>();
  /** The only identity that may succeed. */
  #current: ProducerIdentity | undefined;
  readonly #open = new Map<string, Written[]>();
  #seenMarkers = 0;
  #seenOffsets = 0;

  step(step: Step): void {
    this.#act(step);
    this.#readOutcomes();
  }

  /** Whatever was left open comes to its end once there is room and time. */
  finish(): void {
    this.step({ do: 'restart', who: 0 });
    this.step({ do: 'allow', who: 0 });
    this.step({ do: 'pass', ms: 200_000 });
    for (const [place, written] of this.#open) expect(written, `left open in ${place}`).toEqual([]);
  }

  #act(step: Step): void {
    const { files, refusing } = this.#driven;
    if (step.do === 'pass') this.#driven.pass(step.ms);
    else if (step.do === 'kill')
      Object.assign(files, { stopAt: files.calls + 1 + step.afterCalls, tornShare: step.tornShare });
    else if (step.do === 'restart') this.#driven.restart();
    else if (step.do === 'full') files.capacityBytes = 0;
    else if (step.do === 'room') files.capacityBytes = Number.POSITIVE_INFINITY;
    else if (step.do === 'refuse') refusing.add(`t/${step.partition}`);
    else if (step.do === 'allow') refusing.clear();
    else if (step.do === 'init') this.#init(step.who, { producerId: -1n, epoch: -1 });
    else this.#actAs(step.who, step);
  }

  #actAs(who: number, step: Step): void {
    const client = this.#clients.get(who);
    if (client === undefined) return;
    const mustAskAgain = client.work?.isUncertain === true;
    if (step.do === 'continue') this.#init(who, client.identity);
    else if (step.do === 'end') this.#end(client, step.isCommit);
    else if (mustAskAgain) return;
    else if (step.do === 'write') this.#write(client, `t/${step.partition}`);
    else if (step.do === 'offsets') this.#commitOffsets(client);
  }

  #init(who: number, as: ProducerIdentity): void {
    const answer = this.#driven.init(as);
    if (answer.error !== NONE) return;
    if (as.epoch !== -1) this.#expectCurrent(as);
    const identity = { producerId: answer.producerId, epoch: answer.epoch };
    expect(this.#isAfter(identity), 'an identity was given twice').toBe(true);
    this.#current = identity;
    this.#clients.set(who, { identity, work: undefined });
  }

  #write(client: { identity: ProducerIdentity; work: Work | undefined }, place: string): void {
    if (this.#driven.add(client.identity, place) !== NONE) return;
    this.#expectCurrent(client.identity);
    expect(this.#driven.check(client.identity, place)).toBe(NONE);
    this.#put(client, place);
  }

  #commitOffsets(client: { identity: ProducerIdentity; work: Work | undefined }): void {
    if (this.#driven.addOffsets(client.identity, 'g') !== NONE) return;
    this.#expectCurrent(client.identity);
    expect(this.#driven.transactions.checkGroup(asX(client.identity), 'g')).toBe(NONE);
    this.#put(client, 'g');
  }

  /** Outcomes that came with the request are of what was written before it. */
  #put(client: { identity: ProducerIdentity; work: Work | undefined }, place: string): void {
    this.#readOutcomes();
    client.work ??= { decided: undefined, isUncertain: false, outcomes: new Set() };
    const written = { producerId: client.identity.producerId, work: client.work };
    this.#open.set(place, [...(this.#open.get(place) ?? []), written]);
  }

  #end(client: { identity: ProducerIdentity; work: Work | undefined }, isCommit: boolean): void {
    const error = this.#driven.end(client.identity, isCommit);
    if (error === NONE) this.#expectCurrent(client.identity);
    const { work } = client;
    if (work === undefined) return;
    if (error === NONE) {
      work.decided = isCommit;
      client.work = undefined;
      for (const outcome of work.outcomes) expect(outcome).toBe(isCommit);
    } else if (error === ERRORS.COORDINATOR_NOT_AVAILABLE) work.isUncertain = true;
  }

  #expectCurrent(identity: ProducerIdentity): void {
    expect(identity, 'a fenced producer succeeded').toEqual(this.#current);
  }

  #isAfter({ producerId, epoch }: ProducerIdentity): boolean {
    return this.#current === undefined || producerId !== this.#current.producerId || epoch > this.#current.epoch;
  }

  #readOutcomes(): void {
    const { markers, offsets } = this.#driven.arrived;
    for (const { topic, partition, producerId, isCommit } of markers.slice(this.#seenMarkers))
      this.#close(`${topic}/${partition}`, producerId, isCommit);
    for (const { groupId, producerId, isCommit } of offsets.slice(this.#seenOffsets))
      this.#close(groupId, producerId, isCommit);
    this.#seenMarkers = markers.length;
    this.#seenOffsets = offsets.length;
  }

  /** One outcome for all that a transaction wrote: the one that was answered, and an abort where no end was asked for. */
  #close(place: string, producerId: bigint, isCommit: boolean): void {
    const written = this.#open.get(place) ?? [];
    for (const { work } of written.filter((each) => each.producerId === producerId)) {
      work.outcomes.add(isCommit);
      expect(work.outcomes.size, 'both outcomes').toBe(1);
      if (work.decided !== undefined) expect(isCommit, 'another outcome than was answered').toBe(work.decided);
      else if (!work.isUncertain && isCommit) throw new Error('committed what nobody asked to commit');
    }
    this.#open.set(
      place,
      written.filter((each) => each.producerId !== producerId),
    );
  }
}
