import { BrokerUnreachable, ConnectionLost } from '@millrace/kafka';
import { Bench } from '../bench.ts';
import { BrokerProcess } from './broker-process.ts';
import type { LastChange } from './dying-files.ts';
import { Random } from './random.ts';
import { PRODUCERS, Scene } from './scene.ts';
import { readAlong } from './watching-reader.ts';

/** So many lives write to the same topics; then everything of them is right and new ones are made. */
const LIVES_PER_SCENE = 25;
const MOST_ANSWERS = 200;
/**
 * Changes to files that a life ends at, one of the first so many: a start alone makes some dozens, and some hundreds when its logs have
 * grown; in the folder of the compacted topic most are the compaction's.
 */
const LAST_CHANGES = [
  { word: '', most: 60 },
  { word: '', most: 600 },
  { word: 'compacted', most: 300 },
] as const;

export type KillOptions = {
  readonly rounds: number;
  readonly seed: number;
  /** Empty; is left as the last kill left it. */
  readonly dataFolder: string;
  readonly onRound?: (round: KillRound) => void;
};

/** One life of the broker. */
export type KillRound = {
  readonly round: number;
  /** What the kill came into. */
  readonly during: 'start' | 'check' | 'work';
  /** How often a producer was answered. */
  readonly answers: number;
};

/**
 * Kills a broker with SIGKILL again and again while four producers write: at a number of answers, or in the middle of a change to its
 * files, whichever comes first of those that the seed says. Starts it on what is left and compares that with what the producers know.
 * Rejects with the round, the seed and the first thing that does not hold.
 */
export async function killRounds({ rounds, seed, dataFolder, onRound = () => {} }: KillOptions): Promise<void> {
  const run = new KillRun(seed, dataFolder);
  for (let round = 0; round <= rounds; round++) {
    try {
      if (round === rounds) await run.lastCheck();
      else onRound({ round, ...(await run.life()) });
    } catch (error) {
      const what = error instanceof Error ? error.message : error;
      throw new Error(`Round ${round} of seed ${seed}: ${what}`, { cause: error });
    }
  }
}

class KillRun {
  readonly #random: Random;
  readonly #dataFolder: string;
  #scene: Scene | null = null;
  #scenes = 0;
  #livesOfScene = 0;

  constructor(seed: number, dataFolder: string) {
    this.#random = new Random(seed);
    this.#dataFolder = dataFolder;
  }

  /** From a start of the broker to its end by SIGKILL. */
  async life(): Promise<Omit<KillRound, 'round'>> {
    const [lastChange, answers] = [this.#lastChange(), this.#random.below(MOST_ANSWERS)];
    const running = await BrokerProcess.start(this.#dataFolder, lastChange);
    if (running === null) return { during: 'start', answers: 0 };
    try {
      const opened = await untilLost(running, this.#open(running));
      if (opened === null) return { during: 'check', answers: 0 };
      const { scene, benches } = opened;
      const before = scene.ledger.answers;
      scene.ledger.atAnswer(before + answers, () => void running.kill());
      await untilKilled(running, scene, benches);
      return { during: 'work', answers: scene.ledger.answers - before };
    } finally {
      await running.kill();
    }
  }

  /** A life in which everything is compared and nothing is written. */
  async lastCheck(): Promise<void> {
    const running = await BrokerProcess.start(this.#dataFolder, null);
    if (running === null) throw new Error('The broker was killed by another.');
    try {
      await this.#open(running);
    } finally {
      await running.kill();
    }
  }

  #lastChange(): LastChange | null {
    const kind = LAST_CHANGES[this.#random.below(LAST_CHANGES.length + 1)];
    return kind === undefined ? null : { word: kind.word, at: 1 + this.#random.below(kind.most) };
  }

  async #open(running: BrokerProcess): Promise<{ readonly scene: Scene; readonly benches: Benches }> {
    const benches = await connected(running);
    const { checking, writing } = benches;
    await this.#scene?.check(checking, writing);
    if (this.#scene === null || this.#livesOfScene >= LIVES_PER_SCENE) {
      this.#scene = await Scene.make(checking, this.#scenes++, this.#random);
      this.#livesOfScene = 0;
      await this.#scene.settle(writing);
    }
    this.#livesOfScene += 1;
    return { scene: this.#scene, benches };
  }
}

type Benches = { readonly checking: Bench; readonly reading: Bench; readonly writing: readonly Bench[] };

/** Connections of their own, one for each that works at the same time. */
async function connected({ broker }: BrokerProcess): Promise<Benches> {
  const [checking, reading] = [new Bench(), new Bench()];
  const writing = Array.from({ length: PRODUCERS }, () => new Bench());
  for (const bench of [checking, reading, ...writing]) await bench.begin(broker);
  return { checking, reading, writing };
}

/** All work until the broker is gone. Rejects with the first error that is not about that. */
async function untilKilled(running: BrokerProcess, scene: Scene, { reading, writing }: Benches): Promise<void> {
  const { producers, topics, ledger } = scene;
  const works = producers.map((producer, i) => producer.work(writing[i] as Bench, topics));
  const ends = [...works, readAlong(reading, topics, ledger)].map((work) => untilLost(running, work));
  const stopped = ends.map((end) =>
    end.catch(async (error: unknown) => {
      await running.kill();
      throw error;
    }),
  );
  for (const end of await Promise.allSettled(stopped)) if (end.status === 'rejected') throw end.reason;
}

/** What the work gives; null where the broker was killed before its end. */
async function untilLost<T>(running: BrokerProcess, work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof ConnectionLost || error instanceof BrokerUnreachable)) throw error;
    await running.gone();
    return null;
  }
}
