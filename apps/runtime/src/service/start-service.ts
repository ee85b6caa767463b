import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { resolve } from 'node:path';
import { RevisionStore } from '../data-folder/revision-store.ts';
import type { ViewRows } from '../views/view-rows.ts';
import { copyExamples } from './files/copy-examples.ts';
import { FolderWatch } from './files/folder-watch.ts';
import { PipelineCatalogue } from './files/pipeline-catalogue.ts';
import { PipelineFolder } from './files/pipeline-folder.ts';
import { localPolicy } from './http/access.ts';
import { accessTokenOf } from './http/access-token.ts';
import { listen } from './http/listen.ts';
import { makeApp } from './http/make-app.ts';
import type { KafkaEdge } from './kafka-edge.ts';
import { LiveHub } from './live/live-hub.ts';
import { LiveServer } from './live/live-server.ts';
import { type Log, makeLog } from './log/log.ts';
import { makeRedact } from './log/redactor.ts';
import { logRun } from './log/run-log.ts';
import { serviceMetrics } from './metrics/service-metrics.ts';
import { DesiredState } from './runs/desired-state.ts';
import { RunManager } from './runs/run-manager.ts';
import type { RunEvent } from './runs/run-view.ts';
import { toGauges } from './runs/to-gauges.ts';

export type ServiceOptions = {
  /** Locked by the caller. */
  readonly dataFolder: string;
  /** Where the pipelines' files are. */
  readonly pipelinesFolder: string;
  /** Folders whose pipelines are copied into an empty folder, and run when nothing has ever been started here. */
  readonly examples: readonly string[];
  /** The built page. */
  readonly webFolder: string;
  readonly namespace: string;
  readonly kafka: KafkaEdge;
  /** The first port to try; 0: any. */
  readonly port: number;
  /** Exact origins besides the service's own. */
  readonly origins: readonly string[];
  /** What must not appear in logs and answers, besides the token. */
  readonly secrets: readonly string[];
  /** Takes a line of the log. */
  readonly writeLog: (line: string) => void;
  /** Is told what happens to each run, besides the log and the page. */
  readonly onEvent?: (pipeline: string, event: RunEvent) => void;
};

export type Service = {
  readonly port: number;
  readonly token: string;
  /** The page with its token. */
  readonly url: string;
  readonly manager: RunManager;
  /** Rings of views are filled through it. */
  readonly hub: LiveHub;
  readonly live: LiveServer;
  /** Takes last cuts of all pipelines and ends. */
  close(): Promise<void>;
};

/** Starts the service of a data folder: the pipelines that should run, HTTP and WebSocket on this machine alone. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const token = accessTokenOf(options.dataFolder, randomBytes);
  const redact = makeRedact([token, ...options.secrets]);
  const log = makeLog(options.writeLog, redact, Date.now);
  const pipelines = openPipelines(options, log);
  const { hub, manager, folder } = pipelines;
  const server = createServer();
  const port = await listen(server, options.port);
  const policy = localPolicy(port, options.origins, token);
  const { kafka, namespace } = options;
  const live = new LiveServer(server, { hub, policy, service: randomBytes(8).toString('hex'), log });
  server.on(
    'request',
    makeApp({
      ...pipelines,
      kafka: kafka.name,
      policy,
      namespace,
      webFolder: resolve(options.webFolder),
      topics: () => kafka.topics(),
      metrics: () => serviceMetrics(measured(manager, live)),
      log,
      redact,
    }),
  );
  const watch = new FolderWatch(folder.path, () => pipelines.catalogue.scan());
  log('info', 'service started', { port, pipelines: folder.path, kafka: kafka.name });
  pipelines.begin();
  const close = async () => {
    watch.close();
    await manager.close();
    live.close();
    hub.close();
    await closeServer(server);
    log('info', 'service stopped');
  };
  return { port, token, url: `http://127.0.0.1:${port}/?token=${token}`, manager, hub, live, close };
}

type Pipelines = {
  readonly folder: PipelineFolder;
  readonly catalogue: PipelineCatalogue;
  readonly manager: RunManager;
  readonly hub: LiveHub;
  /** Runs what should run; at the very first start the examples. */
  begin(): void;
};

/** The pipelines of the folder, who runs them, and who is told of it. */
function openPipelines(options: ServiceOptions, log: Log): Pipelines {
  const { dataFolder, kafka } = options;
  const desired = new DesiredState(dataFolder);
  const folder = new PipelineFolder(resolve(options.pipelinesFolder));
  const copied = copyExamples(folder, options.examples);
  const catalogue = new PipelineCatalogue(folder, () => {
    manager.followNames();
    hub.dropRings();
    hub.serviceChanged();
  });
  const onEvent = (name: string, event: RunEvent) => {
    logRun(log, name, event);
    if (event.type === 'report' && event.report.type === 'view') showRows(hub, name, event.report.view);
    hub.gaugesChanged(name);
    if (!isNumbers(event)) {
      hub.dropRings();
      hub.serviceChanged();
    }
    options.onEvent?.(name, event);
  };
  const manager: RunManager = new RunManager({
    folder,
    catalogue,
    revisions: new RevisionStore(dataFolder),
    desired,
    open: (request) => kafka.open(request),
    random: randomBytes,
    clock: Date.now,
    onEvent,
  });
  const hub = new LiveHub({
    kafka: kafka.name,
    summaries: () => manager.summaries(),
    has: (name) => manager.has(name),
    gauges: (name) => toGauges(manager.view(name)),
  });
  const begin = () => {
    for (const { name, reason } of manager.resume()) log('error', 'pipeline not started', { pipeline: name, reason });
    if (desired.isFirst) for (const name of copied) manager.start(name, { onReset: 'ask', onChange: 'ask' });
  };
  return { folder, catalogue, manager, hub, begin };
}

/** Whether an event changes numbers only, and not what a pipeline is at. */
function isNumbers(event: RunEvent): boolean {
  return event.type === 'report' && ['progress', 'results', 'view'].includes(event.report.type);
}

function showRows(hub: LiveHub, name: string, { node, epoch, first, columns, rows }: ViewRows): void {
  hub.ring(name, node, columns).append(epoch, first, rows);
}

function measured(manager: RunManager, { clients, bytesInFlight }: LiveServer) {
  const pipelines = manager.summaries().map(({ name }) => ({ name, view: manager.view(name) }));
  return { pipelines, clients, bytesInFlight };
}

/** Without waiting for connections that are kept alive. */
function closeServer(server: Server): Promise<void> {
  return new Promise((done) => {
    server.close(() => done());
    server.closeAllConnections();
  });
}
