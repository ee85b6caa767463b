// `npm run check`: what needs no test runner. Each check is counted as one by the test runner.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Name and command of each check. */
export const CHECKS = /** @type {const} */ ([
  ['types', ['turbo', 'run', 'typecheck', '--output-logs=errors-only']],
  ['lint and format', ['biome', 'ci', '--error-on-warnings', '.']],
  ['layers', ['tsx', 'tools/layers.ts']],
  ['unused code', ['knip', '--no-progress']],
  ['rules have tests', ['tsx', 'tools/spec-check.ts']],
]);

/** @param {readonly string[]} command @returns {{ ok: boolean, output: string }} */
export function runCheck([program = '', ...args]) {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: root, encoding: 'utf8' });
  return { ok: status === 0, output: `${stdout}${stderr}` };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { bootstrap } = await import('./bootstrap.mjs');
  bootstrap();
  let failed = 0;
  for (const [name, command] of CHECKS) {
    const { ok, output } = runCheck(command);
    console.log(`${ok ? 'ok    ' : 'FAILED'} ${name}`);
    if (!ok) console.log(output);
    if (!ok) failed += 1;
  }
  process.exit(failed === 0 ? 0 : 1);
}
