import type { OperatorCounter } from '../contract/operator.ts';

/**
 * What one operator has counted (Conservation). `out`: rows that left on the first port; further ports count for themselves.
 * `errors`: rows that left on `error`; `firedErrors` of them were fired from state.
 */
type Totals = Record<OperatorCounter | 'in' | 'out' | 'errors' | 'firedErrors', number>;

export class NodeCounters {
  readonly totals: Totals = {
    in: 0,
    out: 0,
    errors: 0,
    firedErrors: 0,
    filtered: 0,
    late: 0,
    lateAssignments: 0,
    assignments: 0,
    inNoWindow: 0,
    retracted: 0,
  };
  /** Names of the counters of the ports after the first, and the rows that left there. */
  readonly #names: readonly string[];
  readonly #sent: number[];

  /** `ports`: names of the output ports in their order, `error` excluded. */
  constructor(ports: readonly string[]) {
    this.#names = ports.slice(1).map((port, i) => outCounter(port, i + 1));
    this.#sent = this.#names.map(() => 0);
  }

  /** A property that is named in place is several times cheaper than one that is looked up by a variable. */
  add(counter: OperatorCounter, n: number): void {
    const { totals } = this;
    if (counter === 'assignments') totals.assignments += n;
    else if (counter === 'filtered') totals.filtered += n;
    else totals[counter] += n;
  }

  /** A row leaves on the port with this number. */
  sent(port: number): void {
    if (port === 0) this.totals.out += 1;
    else this.#sent[port - 1] = (this.#sent[port - 1] as number) + 1;
  }

  /** As the cut entry keeps them. */
  entry(): Record<string, number> {
    const further = this.#names.map((name, i) => [name, this.#sent[i] as number] as const);
    return { ...this.totals, ...Object.fromEntries(further) };
  }

  restore(entry: Readonly<Record<string, number>>): void {
    for (const name of Object.keys(this.totals) as (keyof Totals)[]) this.totals[name] = entry[name] ?? 0;
    this.#names.forEach((name, i) => {
      this.#sent[i] = entry[name] ?? 0;
    });
  }
}

/** The name of the counter of rows that left on an output port: `out`, for the port `late` it is `out.late`. */
export function outCounter(port: string, number: number): string {
  return number === 0 ? 'out' : `out.${port}`;
}
