import { parseArgs } from 'node:util';
import { isPipelineId } from '@millrace/model';
import { PipelineRun, readPipeline, type StartChoices } from '@millrace/runtime';
import { useKafka } from '../kafka/use-kafka.ts';
import { formatIssue } from '../terminal/format-issue.ts';
import { makeScreen } from '../terminal/screen.ts';
import { namespaceOfEnvironment } from './environment.ts';
import { ExitCode, exitCodeOf } from './exit-code.ts';
import { parseParameters, readNamedFile, theFile } from './read-file.ts';
import { onStopSignal } from './until-signal.ts';
import { UsageError } from './usage-error.ts';

const OPTIONS = {
  id: { type: 'string' },
  data: { type: 'string', default: '.millrace' },
  'until-end': { type: 'boolean', default: false },
  flush: { type: 'boolean', default: false },
  'on-reset': { type: 'string', default: 'ask' },
  'on-change': { type: 'string', default: 'ask' },
  set: { type: 'string', multiple: true, default: [] as string[] },
} as const;

/** `millrace run FILE`: runs a pipeline until it is stopped, or with `--until-end` to where its topics end. */
export async function run(args: readonly string[]): Promise<ExitCode> {
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options: OPTIONS });
  const file = theFile('run', positionals);
  const parameters = parseParameters(values.set);
  const choices = choicesOf(values['on-reset'], values['on-change']);
  const document = readNamedFile(file);
  const pipeline = readPipeline(document, parameters);
  for (const issue of pipeline.issues) console.error(formatIssue(issue));
  if (!pipeline.ok) return ExitCode.failed;
  const { name, id: ownId } = pipeline.value.document;
  const id = pipelineId(values.id ?? ownId, file);
  const mode = modeOf(values['until-end'], values.flush);
  const screen = makeScreen(process.stdout);
  const kafka = await useKafka(process.env, values.data, (line) => screen.log(line));
  const pipelineRun = new PipelineRun({
    checked: pipeline.value,
    document,
    parameters,
    namespace: namespaceOfEnvironment(values.data, process.env),
    id,
    broker: kafka.address,
    choices,
    mode,
    clock: Date.now,
    onReport: (task, report) => screen.report(name, task, report),
  });
  const ignoreSignals = onStopSignal(() => pipelineRun.stop());
  const failure = await pipelineRun.run();
  ignoreSignals();
  await kafka.close();
  screen.close();
  if (failure !== null) console.error(failure.message);
  return exitCodeOf(failure);
}

function pipelineId(id: string | undefined, file: string): string {
  if (id === undefined) {
    throw new UsageError(
      `${file} has no id, which names its topics and its state. Give one with --id, 12 characters of 0-9 and a-z without i, l, o, u.`,
    );
  }
  if (!isPipelineId(id))
    throw new UsageError(`${id} is no id: it has 12 characters of 0-9 and a-z without i, l, o, u.`);
  return id;
}

function modeOf(untilEnd: boolean, flush: boolean): 'forever' | 'until-end' | 'flush' {
  if (flush && !untilEnd) throw new UsageError('--flush goes with --until-end.');
  return flush ? 'flush' : untilEnd ? 'until-end' : 'forever';
}

function choicesOf(onReset: string, onChange: string): StartChoices {
  if (onReset !== 'ask' && onReset !== 'keep' && onReset !== 'rewind') {
    throw new UsageError(`--on-reset takes keep or rewind, not ${onReset}.`);
  }
  if (onChange !== 'ask' && onChange !== 'keep-positions' && onChange !== 'restart') {
    throw new UsageError(`--on-change takes keep-positions or restart, not ${onChange}.`);
  }
  return { onReset, onChange };
}
