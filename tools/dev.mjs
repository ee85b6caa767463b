// `npm run dev`: as `npm start`, from the sources, starting again when one changes; the page from its sources beside it.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { bootstrap } from './bootstrap.mjs';
import { followParent } from './follow-parent.mjs';

bootstrap();
followParent();
const root = fileURLToPath(new URL('..', import.meta.url));
const PAGE = 'http://127.0.0.1:4401';
const env = { ...process.env, MILLRACE_ORIGINS: [PAGE, process.env['MILLRACE_ORIGINS']].filter(Boolean).join(',') };
const page = spawn('pnpm', ['--dir', 'apps/web', 'exec', 'vite', '--logLevel', 'warn'], {
  cwd: root,
  stdio: 'inherit',
});
console.error(`The page from its sources is at ${PAGE}, once the address below was opened.`);
const child = spawn(
  'tsx',
  ['watch', '--clear-screen=false', 'apps/cli/src/main.ts', 'start', ...process.argv.slice(2)],
  {
    cwd: root,
    stdio: 'inherit',
    env,
  },
);
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.on(signal, () => child.kill(signal));
child.on('exit', () => page.kill());
child.on('exit', (code) => process.exit(code ?? 1));
