import { expect, test } from 'vitest';
import { commitLimits, DEFAULT_COMMIT_LIMITS, type Gathered, isCutDue } from './commit-policy.ts';

const NOTHING: Gathered = { sinceCutMs: 0, loaded: false, outputs: 0, outputBytes: 0, dirty: 0 };

const CASES: readonly [string, Partial<Gathered>, boolean][] = [
  ['nothing has gathered', {}, false],
  ['a quiet job waits 100 ms', { sinceCutMs: 100 }, true],
  ['a loaded job waits longer', { sinceCutMs: 100, loaded: true }, false],
  ['but a second at most', { sinceCutMs: 1_000, loaded: true }, true],
  ['final results leave at once while it is quiet', { outputs: 1 }, true],
  ['and gather under load', { outputs: 1, loaded: true, sinceCutMs: 99 }, false],
  ['for 100 ms', { outputs: 1, loaded: true, sinceCutMs: 100 }, true],
  ['output that fills memory does not wait', { loaded: true, outputs: 1, outputBytes: 16 << 20 }, true],
  ['nor do dirty entries', { loaded: true, dirty: 200_000 }, true],
];

test.each(CASES)('when a cut is due: %s', (_, gathered, due) => {
  expect(isCutDue({ ...NOTHING, ...gathered }, DEFAULT_COMMIT_LIMITS)).toBe(due);
});

test('commitInterval of the settings is the longest wait, loaded or not', () => {
  expect(commitLimits(undefined)).toBe(DEFAULT_COMMIT_LIMITS);
  expect(commitLimits(20)).toMatchObject({ quietMs: 20, loadedMs: 20, gatherMs: 20 });
  expect(commitLimits(5_000)).toMatchObject({ quietMs: 5_000, loadedMs: 5_000, gatherMs: 100 });
});
