import { parseArgs } from 'node:util';
import { delaysBehindMaximum, generatorRow, generatorSettings } from '@millrace/connectors-spec';
import { readPipeline } from '@millrace/runtime';
import { ExitCode } from './exit-code.ts';
import { readNamedFile, theFile } from './read-file.ts';
import { UsageError } from './usage-error.ts';

/**
 * `millrace rows FILE NODE --count N`: the first rows of a generator as JSON lines, each with its partition, event time and delay
 * behind its partition's maximum, so that the late rows of any window can be worked out by hand.
 */
export function rows(args: readonly string[]): ExitCode {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { count: { type: 'string', default: '20' }, start: { type: 'string', default: '0' } },
  });
  const [file, node] = positionals;
  if (node === undefined)
    throw new UsageError('rows takes a file and a node: millrace rows FILE NODE [--count N] [--start MS].');
  const pipeline = readPipeline(readNamedFile(theFile('rows', [file ?? ''])), new Map());
  const source = pipeline.ok ? pipeline.value.nodes.get(node) : undefined;
  if (source?.definition.spec.type !== 'generator') throw new UsageError(`${file} has no generator ${node}.`);
  const settings = generatorSettings(source.config);
  const count = Number(values.count);
  for (const { n, behindMs } of delaysBehindMaximum(settings)) {
    if (n >= count) break;
    const { partition, value, orderedAtMs, late, broken } = generatorRow(
      settings,
      n,
      settings.startMs ?? Number(values.start),
    );
    console.log(JSON.stringify({ n, partition, orderedAtMs, behindMs, late, broken, value }));
  }
  return ExitCode.done;
}
