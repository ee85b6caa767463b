import { realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { isName, PIPELINE_FILE_ENDING, pipelineNameOf } from '@millrace/model';
import {
  DocumentRefused,
  lockDataFolder,
  makeKafkaEdge,
  parseOrigins,
  Refused,
  type Service,
  secretsOf,
  startService,
} from '@millrace/runtime';
import { DISK_BUDGET_BYTES } from '../kafka/embedded-settings.ts';
import { type UsedKafka, useKafka } from '../kafka/use-kafka.ts';
import { formatIssue } from '../terminal/format-issue.ts';
import { RunTitles } from '../terminal/run-titles.ts';
import { makeScreen, type Screen } from '../terminal/screen.ts';
import { cloneFolder } from './clone-folder.ts';
import { namespaceOfEnvironment } from './environment.ts';
import { ExitCode } from './exit-code.ts';
import { onStopSignal } from './until-signal.ts';
import { UsageError } from './usage-error.ts';

const FIRST_PORT = 4_400;

const OPTIONS = {
  data: { type: 'string', default: '.millrace' },
  pipelines: { type: 'string', default: 'pipelines' },
  port: { type: 'string', default: String(FIRST_PORT) },
} as const;

type StartSettings = {
  readonly data: string;
  readonly pipelines: string;
  readonly port: number;
  readonly names: readonly string[];
  readonly origins: readonly string[];
};

/** `millrace start [NAME …]`: the service of a data folder until SIGINT or SIGTERM, which take last cuts. */
export async function start(args: readonly string[]): Promise<ExitCode> {
  const settings = settingsOf(args, process.env);
  const lock = lockDataFolder(settings.data);
  const screen = makeScreen(process.stdout);
  let kafka: UsedKafka | null = null;
  try {
    kafka = await useKafka(process.env, settings.data, (line) => screen.log(line));
    const namespace = namespaceOfEnvironment(settings.data, process.env);
    await serve(settings, kafka, namespace, screen);
    return ExitCode.done;
  } finally {
    await kafka?.close();
    screen.close();
    lock.release();
  }
}

async function serve(
  { data, pipelines, port, names, origins }: StartSettings,
  used: UsedKafka,
  namespace: string,
  screen: Screen,
): Promise<void> {
  const kafka = makeKafkaEdge(used.address, namespace);
  const titles = new RunTitles(screen);
  const signal = stopSignal();
  const service = await startService({
    dataFolder: data,
    pipelinesFolder: pipelines,
    examples: [join(cloneFolder(), 'examples', 'orders-per-minute')],
    webFolder: join(cloneFolder(), 'apps', 'web', 'dist'),
    namespace,
    kafka,
    port,
    origins,
    secrets: secretsOf(process.env),
    writeLog: (line) => screen.log(line),
    onEvent: (name, event) => titles.tell(name, event),
  });
  if (service.port !== port) console.log(`Port ${port} is in use; the service is on ${service.port}.`);
  console.log(
    `Millrace runs on ${kafkaWords(used, data)}. Ctrl C takes last cuts and ends. Open its page:\n\n  ${service.url}\n`,
  );
  for (const name of names) startNamed(service, name);
  await signal.asked;
  titles.end();
  await service.close();
  signal.ignore();
}

function kafkaWords({ isEmbedded, address: { host, port } }: UsedKafka, data: string): string {
  const address = `${host}:${port}`;
  if (!isEmbedded) return `Kafka at ${address}`;
  return `its own broker at ${address} (at most ${DISK_BUDGET_BYTES / 1024 ** 3} GB in ${join(data, 'broker')})`;
}

/** What cannot be started is said; the service goes on, so that it can be mended in the page. */
function startNamed({ manager }: Service, name: string): void {
  try {
    manager.start(name, { onReset: 'ask', onChange: 'ask' });
  } catch (error) {
    if (error instanceof DocumentRefused)
      for (const issue of error.issues) console.error(`${name}: ${formatIssue(issue)}`);
    else if (error instanceof Refused) console.error(error.message);
    else throw error;
  }
}

/** From now on, so that a signal during the start is not lost. */
function stopSignal(): { readonly asked: Promise<void>; ignore(): void } {
  let ignore = () => {};
  const asked = new Promise<void>((resolve) => {
    ignore = onStopSignal(resolve);
  });
  return { asked, ignore: () => ignore() };
}

function settingsOf(args: readonly string[], env: NodeJS.ProcessEnv): StartSettings {
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options: OPTIONS });
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new UsageError(`--port takes a number from 0 to 65535, not ${values.port}.`);
  }
  const { origins, wrong } = parseOrigins(env['MILLRACE_ORIGINS'] ?? '');
  if (wrong.length > 0) {
    throw new UsageError(
      `MILLRACE_ORIGINS has ${wrong.join(', ')}, which is no origin such as https://host or http://host:8080.`,
    );
  }
  return { ...values, port, origins, names: positionals.map((text) => nameOf(text, values.pipelines)) };
}

/** A pipeline's name, also given as its file in the folder of pipelines. */
function nameOf(text: string, folder: string): string {
  if (isName(text)) return text;
  const name = pipelineNameOf(text);
  if (name.ok && isSameFolder(dirname(text), folder)) return name.value;
  throw new UsageError(
    `${text} is no pipeline of the folder ${folder}. Copy its ${PIPELINE_FILE_ENDING} file there and give its name, or run it alone with millrace run FILE.`,
  );
}

function isSameFolder(a: string, b: string): boolean {
  try {
    return realpathSync(a) === realpathSync(b);
  } catch {
    return false;
  }
}
