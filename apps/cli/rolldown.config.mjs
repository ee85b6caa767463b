import { defineConfig } from 'rolldown';

// Two entries: the command and the thread of a task. Everything but Node's built-ins is in the bundle.
export default defineConfig({
  input: { main: 'src/main.ts', 'task.worker': '../runtime/src/tasks/task.worker.ts' },
  platform: 'node',
  output: { dir: 'dist', format: 'esm', sourcemap: true, entryFileNames: '[name].js', cleanDir: true },
});
