import { parseArgs } from 'node:util';
import {
  type EventTimeChoice,
  JsonInference,
  proposedEventTime,
  type SchemaInference,
  sourceConfigOf,
} from '@millrace/formats';
import { formatInference } from '../terminal/format-inference.ts';
import { ExitCode } from './exit-code.ts';
import { readNamedBytes, theFile } from './read-file.ts';
import { UsageError } from './usage-error.ts';

const NEWLINE = 0x0a;
/** A file's lines are one partition, in the order in which they stand; a line's offset is its number. */
const PARTITION = 0;
const NO_TIMESTAMP = -1;

/**
 * `millrace infer FILE.jsonl [--event-time COLUMN=UNIT]`: what JSON records, one a line, show of their columns, event times and keys,
 * with what speaks against it, and the configuration of a source for them.
 */
export function infer(args: readonly string[]): ExitCode {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { 'event-time': { type: 'string' } },
  });
  const file = theFile('infer', positionals);
  const inference = inferLines(readNamedBytes(file, 'a file with one JSON record a line'));
  const asked = values['event-time'];
  const choice = asked === undefined ? proposedEventTime(inference) : confirmed(asked, inference);
  console.log(formatInference(file, inference));
  if (inference.columns.length === 0) return ExitCode.failed;
  console.log(`\nA source of these records:\n${JSON.stringify(sourceConfigOf(inference, choice), null, 2)}`);
  return ExitCode.done;
}

function inferLines(bytes: Buffer): SchemaInference {
  const inference = new JsonInference();
  let start = 0;
  for (let line = 1n; start < bytes.length; line++) {
    const newline = bytes.indexOf(NEWLINE, start);
    const end = newline < 0 ? bytes.length : newline;
    const record = bytes.subarray(start, end);
    if (record.length > 0)
      inference.add({ bytes: record, partition: PARTITION, offset: line, timestampMs: NO_TIMESTAMP });
    start = end + 1;
  }
  return inference.result();
}

/** A reading of a candidate, by `COLUMN=UNIT`. */
function confirmed(text: string, { eventTimes }: SchemaInference): EventTimeChoice {
  const choices = eventTimes.flatMap(({ column, readings }) => readings.map(({ unit }) => ({ column, unit })));
  const found = choices.find(({ column, unit }) => `${column}=${unit}` === text);
  if (found !== undefined) return found;
  const possible = choices.map(({ column, unit }) => `${column}=${unit}`).join(', ');
  const remedy = possible === '' ? 'No column can be the event time' : `Choose ${possible}`;
  throw new UsageError(`--event-time ${text} is not COLUMN=UNIT of a proposal. ${remedy}.`);
}
