import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { KafkaEdge } from '../service/kafka-edge.ts';
import { type Service, type ServiceOptions, startService } from '../service/start-service.ts';
import { type FakePipeline, makeFakePipelines } from './fake-pipelines.ts';
import { type HttpAnswer, send } from './http-client.ts';
import { LivePage } from './live-page.ts';

/** A service on folders of its own with a fake in the place of Kafka, and a person who has its token. */
export type TestService = {
  readonly service: Service;
  readonly root: string;
  readonly pipelines: string;
  readonly opened: readonly FakePipeline[];
  readonly log: readonly string[];
  /** With the token and the own origin. */
  call(method: string, path: string, body?: unknown): Promise<HttpAnswer>;
  page(): Promise<LivePage>;
};

export function makeTestFolder(): string {
  const root = mkdtempSync(join(tmpdir(), 'millrace-service-'));
  mkdirSync(join(root, 'web', 'assets'), { recursive: true });
  writeFileSync(join(root, 'web', 'index.html'), '<!doctype html><title>Millrace</title>');
  writeFileSync(join(root, 'web', 'assets', 'a.js'), 'export {};');
  return root;
}

export function removeTestFolder(root: string): void {
  rmSync(root, { recursive: true, force: true });
}

export async function startTestService(root: string, options: Partial<ServiceOptions> = {}): Promise<TestService> {
  const { opened, open } = makeFakePipelines();
  const kafka: KafkaEdge = { name: 'kafka:9092', open, topics: async () => [{ name: 'orders', partitions: 3 }] };
  const log: string[] = [];
  const service = await startService({
    dataFolder: join(root, 'data'),
    pipelinesFolder: join(root, 'pipelines'),
    examples: [],
    webFolder: join(root, 'web'),
    namespace: 'test',
    kafka,
    port: 0,
    origins: [],
    secrets: [],
    writeLog: (line) => log.push(line),
    ...options,
  });
  const { port, token } = service;
  const headers = { authorization: `Bearer ${token}`, origin: `http://127.0.0.1:${port}` };
  return {
    service,
    root,
    pipelines: join(root, 'pipelines'),
    opened,
    log,
    call: (method, path, body) => {
      if (body === undefined) return send(port, method, path, headers);
      return send(port, method, path, { ...headers, 'content-type': 'application/json' }, JSON.stringify(body));
    },
    page: () => LivePage.open(port, headers),
  };
}
