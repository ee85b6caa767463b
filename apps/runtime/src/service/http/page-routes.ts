import { existsSync } from 'node:fs';
import { join } from 'node:path';
import express, { Router } from 'express';

const NOT_BUILT = (folder: string) =>
  `The service runs, but its page is not built: there is no ${join(folder, 'index.html')}.\nRun npm run build, then reload. The API is at /api/pipelines.\n`;
const YEAR_SECONDS = 31_536_000;

/** The page: its files, and its one document for every address that is no file. */
export function pageRoutes(webFolder: string): Router {
  const router = Router();
  router.use(
    express.static(webFolder, {
      index: false,
      redirect: false,
      setHeaders: (response, path) => {
        // Files under assets have a hash of their content in their names.
        const isHashed = path.startsWith(join(webFolder, 'assets'));
        response.setHeader('cache-control', isHashed ? `private, max-age=${YEAR_SECONDS}, immutable` : 'no-cache');
      },
    }),
  );
  router.get('/{*path}', (request, response, next) => {
    const isFile = /\.[a-z0-9]+$/i.test(request.path);
    if (isFile) {
      next();
      return;
    }
    response.set('cache-control', 'no-cache');
    if (existsSync(join(webFolder, 'index.html')))
      response.sendFile('index.html', { root: webFolder, cacheControl: false });
    else response.status(503).type('text/plain').send(NOT_BUILT(webFolder));
  });
  return router;
}
