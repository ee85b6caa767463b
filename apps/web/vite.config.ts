import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const service = process.env['MILLRACE_SERVICE'] ?? 'http://127.0.0.1:4400';

/** The page is served by the service; in development vite serves it and hands the API on. */
export default defineConfig({
  plugins: [react()],
  server: { host: '127.0.0.1', port: 4401, proxy: { '/api': { target: service, ws: true, changeOrigin: true } } },
  build: { target: 'es2023', modulePreload: { polyfill: false }, assetsInlineLimit: 0 },
});
