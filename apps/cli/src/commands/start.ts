import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { formatDocument, makePipelineId, parseDocument } from '@millrace/model';
import {
  lockDataFolder,
  PipelineRun,
  type PipelineRunOptions,
  RevisionStore,
  readPipeline,
  writeFileAtomically,
} from '@millrace/runtime';
import { formatIssue } from '../terminal/format-issue.ts';
import { makeScreen, type Screen } from '../terminal/screen.ts';
import { brokerOfEnvironment, namespaceOfEnvironment } from './environment.ts';
import { ExitCode, exitCodeOf } from './exit-code.ts';
import { readNamedFile } from './read-file.ts';
import { onStopSignal } from './until-signal.ts';

/** What runs when no file is named. */
const EXAMPLE = 'examples/orders-per-minute/orders-per-minute.pipeline.json';

/** `millrace start [FILE …]`: the service of a data folder; runs the pipelines that are named, or the example. */
export async function start(args: readonly string[]): Promise<ExitCode> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { data: { type: 'string', default: '.millrace' } },
  });
  const broker = await brokerOfEnvironment(process.env);
  const lock = lockDataFolder(values.data);
  try {
    const context = { dataFolder: values.data, namespace: namespaceOfEnvironment(values.data, process.env), broker };
    const files = positionals.length > 0 ? positionals : [EXAMPLE];
    console.log(
      `Millrace runs ${files.join(', ')} on Kafka at ${broker.host}:${broker.port}. Ctrl C takes a last cut and ends.`,
    );
    return await runAll(files, context);
  } finally {
    lock.release();
  }
}

type StartContext = Pick<PipelineRunOptions, 'namespace' | 'broker'> & { readonly dataFolder: string };

async function runAll(files: readonly string[], context: StartContext): Promise<ExitCode> {
  const screen = makeScreen(process.stdout);
  const runs = files.flatMap((file) => prepare(file, context, screen) ?? []);
  if (runs.length < files.length) return ExitCode.failed;
  const ignoreSignals = onStopSignal(() => {
    for (const pipelineRun of runs) pipelineRun.stop();
  });
  const failures = await Promise.all(runs.map((pipelineRun) => pipelineRun.run()));
  ignoreSignals();
  screen.close();
  for (const failure of failures) if (failure !== null) console.error(failure.message);
  return exitCodeOf(failures.find((failure) => failure !== null) ?? null);
}

/** Deploys a file as the running revision of its pipeline; null when it has errors, which are shown. */
function prepare(file: string, { dataFolder, namespace, broker }: StartContext, screen: Screen): PipelineRun | null {
  const document = withId(file, readNamedFile(file));
  const pipeline = readPipeline(document, new Map());
  for (const issue of pipeline.issues) console.error(`${file}: ${formatIssue(issue)}`);
  if (!pipeline.ok) return null;
  const { id = '', name } = pipeline.value.document;
  const revision = new RevisionStore(dataFolder).deploy(id, document);
  return new PipelineRun({
    checked: pipeline.value,
    document: revision.text,
    parameters: new Map(),
    namespace,
    id,
    broker,
    choices: { onReset: 'ask', onChange: 'ask' },
    mode: 'forever',
    clock: Date.now,
    onReport: (task, report) => screen.report(`${name} r${revision.number}`, task, report),
  });
}

/** A pipeline without an id gets one at its first start, written into its file. */
function withId(file: string, text: string): string {
  const document = parseDocument(text);
  if (!document.ok || document.value.id !== undefined) return text;
  const named = formatDocument({ ...document.value, id: makePipelineId(randomBytes) });
  writeFileAtomically(file, named);
  return named;
}
