import {
  type FileText,
  fileTextSchema,
  type PipelineFiles,
  pipelineFilesSchema,
  refusalSchema,
  type StartRequest,
  type TopicList,
  topicListSchema,
} from '@millrace/live';
import { z } from 'zod';

/** The service refused a request, in its own words. `status` 409: what is there now is not what the writer had seen. */
export class ServiceRefusal extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.name = 'ServiceRefusal';
    this.status = status;
  }
}

const pipeline = (name: string) => `/api/pipelines/${encodeURIComponent(name)}`;

export function readPipeline(name: string): Promise<PipelineFiles> {
  return call('GET', pipeline(name), pipelineFilesSchema);
}

/** Rejects with a refusal of status 409 when the file is not the one that `base` names. */
export function writeDocument(name: string, text: string, base: string | null): Promise<FileText> {
  return call('PUT', pipeline(name), fileTextSchema, { text, base });
}

export function writeLayout(name: string, text: string, base: string | null): Promise<FileText> {
  return call('PUT', `${pipeline(name)}/layout`, fileTextSchema, { text, base });
}

export async function startPipeline(name: string, choices: Partial<StartRequest> = {}): Promise<void> {
  await call('POST', `${pipeline(name)}/start`, z.unknown(), choices);
}

export async function stopPipeline(name: string): Promise<void> {
  await call('POST', `${pipeline(name)}/stop`, z.unknown(), {});
}

export function readTopics(): Promise<TopicList> {
  return call('GET', '/api/topics', topicListSchema);
}

async function call<T>(method: string, path: string, schema: z.ZodType<T>, body?: unknown): Promise<T> {
  const init = body === undefined ? { method } : { method, headers: JSON_BODY, body: JSON.stringify(body) };
  const answer = await fetch(path, init);
  const text = await answer.text();
  if (!answer.ok) throw new ServiceRefusal(answer.status, refusalOf(answer.status, text));
  return schema.parse(text === '' ? null : JSON.parse(text));
}

const JSON_BODY = { 'content-type': 'application/json' };

const issuesSchema = z.object({ issues: z.array(z.object({ message: z.string() })).min(1) });

function refusalOf(status: number, text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    const refusal = refusalSchema.safeParse(value);
    if (refusal.success) return refusal.data.message;
    const issues = issuesSchema.safeParse(value);
    if (issues.success) return issues.data.issues.map(({ message }) => message).join(' ');
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  return `The service answered ${status} ${text.slice(0, 200)}`;
}
