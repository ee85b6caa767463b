import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type KillRound, killRounds } from './kill/kill-rounds.ts';

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
  const lives: KillRound[] = [];
  await killRounds({ rounds: ROUNDS, seed: SEED, dataFolder, onRound: (round) => lives.push(round) });
  const answers = lives.reduce((sum, life) => sum + life.answers, 0);
  expect(answers).toBeGreaterThan(10 * ROUNDS);
  for (const during of ['start', 'work'] as const) expect(lives.map((life) => life.during)).toContain(during);
});
