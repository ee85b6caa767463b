import { parseArgs } from 'node:util';
import { BrokerStartError, openBroker } from '@millrace/broker';
import { ExitCode } from './exit-code.ts';
import { onStopSignal } from './until-signal.ts';
import { UsageError } from './usage-error.ts';

const OPTIONS = {
  port: { type: 'string', default: '9092' },
  data: { type: 'string', default: '.millrace/broker' },
  fsync: { type: 'boolean', default: false },
  set: { type: 'string', multiple: true, default: [] as string[] },
} as const;

/** `millrace broker`: the embedded broker alone, for any client of Kafka, until SIGINT or SIGTERM; this thread is its own. */
export async function broker(args: readonly string[]): Promise<ExitCode> {
  const { values } = parseArgs({ args: [...args], allowPositionals: false, options: OPTIONS });
  const startedMs = performance.now();
  const asked = new Promise<void>((resolve) => void onStopSignal(resolve));
  const running = await openBroker({
    dataFolder: values.data,
    port: portOf(values.port),
    fsync: values.fsync,
    settings: settingsOf(values.set),
    log: (level, message) => console.error(level === 'info' ? message : `${level}: ${message}`),
  }).catch((error: unknown) => {
    throw BrokerStartError.of(error);
  });
  const tookMs = Math.round(performance.now() - startedMs);
  const safety = values.fsync
    ? 'What is acknowledged outlives a loss of power.'
    : 'What is acknowledged outlives kill -9.';
  console.log(
    `Kafka's protocol on 127.0.0.1:${running.port}, data in ${values.data}, ready in ${tookMs} ms. ${safety} Ctrl C ends it.`,
  );
  await asked;
  await running.close();
  return ExitCode.done;
}

function portOf(text: string): number {
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new UsageError(`--port takes a number from 0 to 65535, not ${text}.`);
}

/** `--set name=value`, by the names of Kafka's server.properties. */
function settingsOf(texts: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    texts.map((text) => {
      const at = text.indexOf('=');
      if (at < 1) throw new UsageError(`--set takes name=value, not ${text}.`);
      return [text.slice(0, at), text.slice(at + 1)];
    }),
  );
}
