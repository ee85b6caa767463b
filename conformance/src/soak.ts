import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type KillRound, killRounds } from './kill/kill-rounds.ts';

/** `soak.ts --rounds N --seed S`: hundreds of kills. The folder of a run that fails is kept. */
const { values } = parseArgs({ options: { rounds: { type: 'string' }, seed: { type: 'string' } } });
const [rounds, seed] = [Number(values.rounds ?? 300), Number(values.seed ?? 1)];
const dataFolder = mkdtempSync(join(tmpdir(), 'millrace-soak-'));
const kills = { start: 0, check: 0, work: 0 };
let total = 0;

function told({ round, during, answers }: KillRound): void {
  kills[during] += 1;
  total += answers;
  console.log(`round ${round}: killed during ${during}, ${answers} answers`);
}

try {
  await killRounds({ rounds, seed, dataFolder, onRound: told });
  rmSync(dataFolder, { recursive: true, force: true });
  const moments = `${kills.start} during a start, ${kills.check} during checks, ${kills.work} at work`;
  console.log(`${rounds} kills with seed ${seed} passed (${moments}): ${total} answers.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  console.error(`The broker's folder is ${dataFolder}`);
  process.exitCode = 1;
}
