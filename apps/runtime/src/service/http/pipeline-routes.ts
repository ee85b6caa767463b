import { type PipelineFiles, type PipelineList, startSchema, writeFileSchema } from '@millrace/live';
import { type Request, Router } from 'express';
import type { PipelineCatalogue } from '../files/pipeline-catalogue.ts';
import type { PipelineFolder, PipelinePart } from '../files/pipeline-folder.ts';
import { Refused } from '../refused.ts';
import type { RunManager } from '../runs/run-manager.ts';
import { bodyOf } from './body-of.ts';

export type PipelineRoutesParts = {
  readonly kafka: string;
  readonly folder: PipelineFolder;
  readonly catalogue: PipelineCatalogue;
  readonly manager: RunManager;
};

/** Pipelines as files, and what they do: list, read, write, start, stop, status. */
export function pipelineRoutes(parts: PipelineRoutesParts): Router {
  const { kafka, catalogue, manager } = parts;
  const router = Router();
  router.get('/', (_, response) => {
    catalogue.scan();
    const list: PipelineList = { pipelines: manager.summaries(), kafka };
    response.json(list);
  });
  router.get('/:name', (request, response) => {
    response.json(filesOf(parts, request.params.name));
  });
  router.get('/:name/status', (request, response) => {
    response.json(manager.summary(request.params.name));
  });
  router.put('/:name', (request, response) => {
    response.json(write(parts, request, request.params.name, 'document'));
  });
  router.put('/:name/layout', (request, response) => {
    response.json(write(parts, request, request.params.name, 'layout'));
  });
  router.post('/:name/start', (request, response) => {
    manager.start(request.params.name, bodyOf(request, startSchema));
    response.json(manager.summary(request.params.name));
  });
  router.post('/:name/stop', (request, response) => {
    manager.stop(request.params.name);
    response.json(manager.summary(request.params.name));
  });
  return router;
}

function filesOf({ folder, manager }: PipelineRoutesParts, name: string): PipelineFiles {
  const document = folder.read(name, 'document');
  if (document === null)
    throw new Refused('unknown', `There is no pipeline ${name}. Make it with PUT, or open another.`);
  return { name, document, layout: folder.read(name, 'layout'), revision: manager.revision(name) };
}

function write({ folder, catalogue }: PipelineRoutesParts, request: Request, name: string, part: PipelinePart) {
  const { text, base } = bodyOf(request, writeFileSchema);
  if (part === 'layout' && folder.read(name, 'document') === null) {
    throw new Refused('unknown', `There is no pipeline ${name} to lay out. Save its document first.`);
  }
  const written = folder.write(name, part, text, base);
  catalogue.scan();
  return written;
}
