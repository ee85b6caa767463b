import { type CheckAnswer, textSchema } from '@millrace/live';
import { formatTasks, planTasks } from '@millrace/plan';
import { Router } from 'express';
import { readPipeline } from '../../pipeline/read-pipeline.ts';
import { bodyOf } from './body-of.ts';

/** Stands in the names of a pipeline that has no id yet. */
const NO_ID = '000000000000';

/** What can be said of a document's text without its file: issues, and the plan of its tasks in words. */
export function documentRoutes(namespace: string): Router {
  const router = Router();
  router.post('/check', (request, response) => {
    const { issues } = readPipeline(bodyOf(request, textSchema).text, new Map());
    const answer: CheckAnswer = { issues: [...issues] };
    response.json(answer);
  });
  router.post('/plan', (request, response) => {
    const pipeline = readPipeline(bodyOf(request, textSchema).text, new Map());
    const { issues } = pipeline;
    if (!pipeline.ok) {
      response.json({ issues, plan: null });
      return;
    }
    const name = { namespace, id: pipeline.value.document.id ?? NO_ID };
    response.json({ issues, plan: formatTasks(planTasks(pipeline.value, name)) });
  });
  return router;
}
