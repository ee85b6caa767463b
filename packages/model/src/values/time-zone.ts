import { daysFromCivil } from './calendar.ts';
import { floorDivide } from './time-units.ts';

/** A time zone with its rules: seconds east of UTC change through the year. */
export type TimeZone = {
  /** An IANA name, `UTC`, or a fixed offset like `+02:00`. */
  readonly name: string;
  /** Seconds east of UTC at a second since 1970 in UTC. */
  offsetAt(utcSeconds: number): number;
};

export const UTC: TimeZone = { name: 'UTC', offsetAt: () => 0 };

const DAY_SECONDS = 86_400;
const FIXED_OFFSET = /^([+-])(\d{2}):(\d{2})$/;
/** Days whose offset is remembered; pipelines read around now. */
const CACHED_DAYS = 4_096;

/** The zone of a name, or null where nobody knows it. */
export function parseTimeZone(name: string): TimeZone | null {
  if (name === 'UTC' || name === 'Z') return UTC;
  const [, sign, hours, minutes] = FIXED_OFFSET.exec(name) ?? [];
  if (sign !== undefined) return fixedZone(name, sign, Number(hours), Number(minutes));
  try {
    return new IanaZone(name);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/**
 * The second in UTC of a wall clock's second. A wall time that a change of the clock leaves out is moved forward by the length of the
 * gap; of one that occurs twice the first is meant. As java.time resolves it.
 */
export function toUtcSeconds(localSeconds: number, zone: TimeZone): number {
  const before = zone.offsetAt(localSeconds - DAY_SECONDS);
  const first = localSeconds - before;
  if (zone.offsetAt(first) === before) return first;
  const after = zone.offsetAt(localSeconds + DAY_SECONDS);
  const second = localSeconds - after;
  return zone.offsetAt(second) === after ? second : first;
}

function fixedZone(name: string, sign: string, hours: number, minutes: number): TimeZone | null {
  if (hours > 18 || minutes > 59 || (hours === 18 && minutes > 0)) return null;
  const offset = (sign === '-' ? -1 : 1) * (hours * 3600 + minutes * 60);
  return { name, offsetAt: () => offset };
}

/** The platform's rules, asked once per day. */
class IanaZone implements TimeZone {
  readonly name: string;
  readonly #format: Intl.DateTimeFormat;
  /** By the day in UTC: its offset, or the one second of the day at which the offset changes. */
  readonly #days = new Map<number, { before: number; after: number; changeAt: number }>();

  /** Throws a RangeError for a name that the platform does not know. */
  constructor(name: string) {
    this.#format = new Intl.DateTimeFormat('en-US', {
      timeZone: name,
      hourCycle: 'h23',
      era: 'short',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    this.name = name;
  }

  offsetAt(utcSeconds: number): number {
    const day = Number(floorDivide(utcSeconds, DAY_SECONDS));
    const known = this.#days.get(day) ?? this.#learn(day);
    return utcSeconds < known.changeAt ? known.before : known.after;
  }

  #learn(day: number): { before: number; after: number; changeAt: number } {
    const start = day * DAY_SECONDS;
    const before = this.#ask(start);
    const after = this.#ask(start + DAY_SECONDS);
    const learned = { before, after, changeAt: before === after ? start : this.#changeWithin(start, before) };
    if (this.#days.size >= CACHED_DAYS) this.#days.clear();
    this.#days.set(day, learned);
    return learned;
  }

  /** The first second of a day that no longer has the offset of its start. */
  #changeWithin(start: number, before: number): number {
    let low = start;
    let high = start + DAY_SECONDS;
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (this.#ask(middle) === before) low = middle;
      else high = middle;
    }
    return high;
  }

  #ask(utcSeconds: number): number {
    const parts = new Map(this.#format.formatToParts(utcSeconds * 1000).map(({ type, value }) => [type, value]));
    const field = (name: Intl.DateTimeFormatPartTypes) => Number(parts.get(name));
    const year = parts.get('era') === 'BC' ? 1 - field('year') : field('year');
    const days = daysFromCivil(year, field('month'), field('day'));
    return days * DAY_SECONDS + field('hour') * 3600 + field('minute') * 60 + field('second') - utcSeconds;
  }
}
