import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { killRounds } from './kill/kill-rounds.ts';

const ROUNDS = 30;
const SEED = 20_261_207;

let dataFolder: string;

beforeEach(() => {
  dataFolder = mkdtempSync(join(tmpdir(), 'millrace-kill-'));
});

afterEach(() => {
  rmSync(dataFolder, { recursive: true, force: true });
});

test('a broker that is killed again and again keeps its word', { timeout: 240_000 }, async () => {
  let answers = 0;
  const count = (_round: number, more: number) => {
    answers += more;
  };
  await killRounds({ rounds: ROUNDS, seed: SEED, dataFolder, onRound: count });
  expect(answers).toBeGreaterThan(10 * ROUNDS);
});
