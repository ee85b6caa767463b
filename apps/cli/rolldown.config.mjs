import { defineConfig } from 'rolldown';

// The command, the thread of a task, and that of the embedded broker. Everything but Node's built-ins is in the bundle.
export default defineConfig({
  input: {
    main: 'src/main.ts',
    'task.worker': '../runtime/src/tasks/task.worker.ts',
    'broker.worker': '../../packages/broker/src/worker/broker.worker.ts',
  },
  platform: 'node',
  output: { dir: 'dist', format: 'esm', sourcemap: true, entryFileNames: '[name].js', cleanDir: true },
});
