// `npm run dev`: as `npm start`, from the sources, starting again when one changes.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { bootstrap } from './bootstrap.mjs';
import { followParent, provideKafka } from './with-local-kafka.mjs';

bootstrap();
followParent();
const kafka = await provideKafka();
const root = fileURLToPath(new URL('..', import.meta.url));
const child = spawn(
  'tsx',
  ['watch', '--clear-screen=false', 'apps/cli/src/main.ts', 'start', ...process.argv.slice(2)],
  {
    cwd: root,
    stdio: 'inherit',
  },
);
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.on(signal, () => child.kill(signal));
child.on('exit', async (code) => {
  await kafka?.stop();
  process.exit(code ?? 1);
});
