import type { Redact } from './redactor.ts';

export type LogLevel = 'info' | 'warning' | 'error';

/** What an event is about; plain data. */
export type LogFields = Readonly<Record<string, string | number | boolean | null>>;

/** Writes events; each is a short sentence and what it is about. */
export type Log = (level: LogLevel, event: string, fields?: LogFields) => void;

/** One line of JSON per event, secrets taken out. `write` takes a line with its end. */
export function makeLog(write: (line: string) => void, redact: Redact, clock: () => number): Log {
  return (level, event, fields = {}) => {
    const entry = { time: new Date(clock()).toISOString(), level, event, ...fields };
    write(`${JSON.stringify(entry, (_, value) => (typeof value === 'string' ? redact(value) : value))}\n`);
  };
}
