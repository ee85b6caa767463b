// One small change of the source per rule must turn a test red that cites the rule. `--all` runs every mutant; without it as
// many as fit into `--budget-seconds`, beginning with those that the commit chooses.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { MUTANTS, type Mutant } from './mutant-list.ts';
import { mutate } from './mutant-plugin.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The mutants in an order that the seed decides. */
export function inOrderOf(seed: number, mutants: readonly Mutant[]): Mutant[] {
  const from = mutants.length === 0 ? 0 : seed % mutants.length;
  return [...mutants.slice(from), ...mutants.slice(0, from)];
}

type Report = {
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
};

/** Whether a test that cites the rule fails with the mutant in place; else what happened. */
function isKilled(mutant: Mutant, folder: string): { readonly killed: boolean; readonly output: string } {
  const report = join(folder, 'report.json');
  rmSync(report, { force: true });
  const args = [
    'run',
    '--project',
    'unit',
    '--reporter=json',
    `--outputFile.json=${report}`,
    '-t',
    `\\[[^\\]]*\\b${mutant.rule}\\b`,
  ];
  const { stdout, stderr } = spawnSync('vitest', [...args, ...mutant.tests], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, MILLRACE_MUTANT: JSON.stringify(mutant), NO_COLOR: '1' },
    timeout: 180_000,
    killSignal: 'SIGKILL',
  });
  const failed = failedTitles(report).filter((title) => title.includes(mutant.rule));
  return { killed: failed.length > 0, output: `${stdout}${stderr}`.slice(-1_500) };
}

/** A run that never ended because of the mutant has no report: it did not turn a test red. */
function failedTitles(report: string): string[] {
  try {
    const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report;
    return testResults.flatMap((file) =>
      file.assertionResults.filter((test) => test.status === 'failed').map((test) => test.fullName),
    );
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

function commitSeed(): number {
  const { stdout } = spawnSync('git', ['rev-parse', '--short=8', 'HEAD'], { cwd: root, encoding: 'utf8' });
  return Number.parseInt(stdout.trim() || '0', 16);
}

function main(): void {
  const { values } = parseArgs({
    options: { all: { type: 'boolean', default: false }, 'budget-seconds': { type: 'string', default: '100' } },
  });
  const endMs = values.all ? Number.POSITIVE_INFINITY : Date.now() + Number(values['budget-seconds']) * 1_000;
  for (const mutant of MUTANTS) mutate(readFileSync(join(root, mutant.file), 'utf8'), mutant);
  const folder = mkdtempSync(join(tmpdir(), 'millrace-mutants-'));
  let run = 0;
  const survivors: Mutant[] = [];
  for (const mutant of inOrderOf(commitSeed(), MUTANTS)) {
    if (Date.now() >= endMs) break;
    run += 1;
    const { killed, output } = isKilled(mutant, folder);
    console.log(`${killed ? 'killed  ' : 'SURVIVED'} ${mutant.rule} ${mutant.file}: ${mutant.what}`);
    if (!killed) {
      survivors.push(mutant);
      console.log(output);
    }
  }
  rmSync(folder, { recursive: true, force: true });
  console.log(`${run} of ${MUTANTS.length} mutants ran, ${survivors.length} survived.`);
  if (survivors.length > 0) process.exitCode = 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
