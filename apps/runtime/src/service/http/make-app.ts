import { MAX_BODY_BYTES } from '@millrace/live';
import express, { type Express } from 'express';
import type { Log } from '../log/log.ts';
import type { Redact } from '../log/redactor.ts';
import { Refused } from '../refused.ts';
import type { AccessPolicy } from './access.ts';
import { answerError } from './answer-error.ts';
import { documentRoutes } from './document-routes.ts';
import { guard } from './guard.ts';
import { pageRoutes } from './page-routes.ts';
import { type PipelineRoutesParts, pipelineRoutes } from './pipeline-routes.ts';
import { securityHeaders } from './security-headers.ts';

export type Topic = { readonly name: string; readonly partitions: number };

export type AppParts = PipelineRoutesParts & {
  readonly policy: AccessPolicy;
  readonly namespace: string;
  readonly webFolder: string;
  readonly topics: () => Promise<readonly Topic[]>;
  /** The text of /metrics. */
  readonly metrics: () => string;
  readonly log: Log;
  readonly redact: Redact;
};

/** The HTTP half of the service: the guard in front of everything, the API, health, metrics, the page. */
export function makeApp(parts: AppParts): Express {
  const app = express();
  app.disable('x-powered-by').disable('etag').set('case sensitive routing', true);
  app.use(securityHeaders, guard(parts.policy, parts.log));
  app.get('/healthz', (_, response) => {
    response.set('cache-control', 'no-store').json({ status: 'ok' });
  });
  app.get('/metrics', (_, response) => {
    response.set('cache-control', 'no-store').type('text/plain; version=0.0.4').send(parts.metrics());
  });
  app.use('/api', api(parts));
  app.use(pageRoutes(parts.webFolder));
  app.use((request) => {
    throw new Refused('unknown', `There is nothing at ${request.method} ${request.path}.`);
  });
  app.use(answerError(parts.log, parts.redact));
  return app;
}

function api(parts: AppParts): express.Router {
  const router = express.Router();
  router.use((_, response, next) => {
    response.set('cache-control', 'no-store');
    next();
  });
  router.use(express.json({ limit: MAX_BODY_BYTES }));
  router.use('/pipelines', pipelineRoutes(parts));
  router.use(documentRoutes(parts.namespace));
  router.get('/topics', async (_, response) => {
    response.json({ topics: await parts.topics() });
  });
  router.use((request) => {
    throw new Refused('unknown', `There is nothing at ${request.method} ${request.originalUrl.split('?', 1)[0]}.`);
  });
  return router;
}
