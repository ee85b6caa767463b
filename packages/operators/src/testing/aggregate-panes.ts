import type { Panes, PaneTable, RowOrigin } from '@millrace/engine';
import { JobState } from '@millrace/engine/state';
import { type EdgeSchema, INT, type Row, type Value } from '@millrace/model';
import { aggregatePlan } from '../windows/aggregate-plan.ts';
import type { AggregateConfig } from '../windows/aggregate-schema.ts';
import { type MadeAccumulators, makeAccumulators } from '../windows/make-accumulators.ts';
import { PaneFamily } from '../windows/pane-family.ts';
import { resolveAggregates } from '../windows/window-aggregates.ts';

/** One aggregate on panes of the engine's own state, of one slot each, which can be cut, restored and copied whole at any place. */
export class AggregatePanes {
  readonly #config: AggregateConfig;
  readonly #input: EdgeSchema;
  #state = new JobState();
  #records: Uint8Array[] = [];
  #origin: RowOrigin | null = null;
  #made: MadeAccumulators;
  #panes: Panes;

  constructor(config: AggregateConfig, input: EdgeSchema) {
    this.#config = config;
    this.#input = input;
    this.#made = this.#make();
    this.#panes = this.#open();
  }

  add(pane: number, row: Row, origin: RowOrigin): void {
    this.#origin = origin;
    this.#made.conditions.judge(row);
    const table = this.#panes.table(pane);
    const slot = table.slot1(0);
    if (table.fresh) this.#accumulator.init(table, slot, row);
    else this.#accumulator.add(table, slot, row);
    table.touch(slot);
  }

  /** A row that is taken back comes from elsewhere than the row that was added. */
  retract(pane: number, row: Row): void {
    this.#origin = null;
    this.#made.conditions.judge(row);
    const table = this.#panes.table(pane);
    this.#accumulator.retract(table, 0, row);
    table.touch(0);
  }

  /** Takes one pane into another and lets it go, as sessions do. */
  merge(into: number, from: number): void {
    const source = this.#panes.peek(from);
    if (source === undefined) return;
    const table = this.#panes.table(into);
    const slot = table.slot1(0);
    if (table.fresh) this.#accumulator.initEmpty(table, slot);
    this.#accumulator.merge(table, slot, source, 0);
    table.touch(slot);
    this.#panes.drop(from);
  }

  has(pane: number): boolean {
    return this.#panes.peek(pane) !== undefined;
  }

  /** The result of a pane that is there; undefined where it has none within its bounds, and then a reason. */
  result(pane: number): { readonly value: Value | undefined; readonly fault: string | null } {
    const table = this.#panes.peek(pane) as PaneTable;
    const value = this.#accumulator.result(table, 0);
    return { value, fault: value === undefined ? this.#accumulator.fault(table, 0) : null };
  }

  /** Cuts, forgets the job and restores another one from all cuts. */
  restart(): void {
    this.#records.push(...copies(this.#state.delta()));
    this.#state = new JobState();
    this.#made = this.#make();
    this.#panes = this.#open();
    for (const record of this.#records) this.#state.apply(record);
  }

  /** Puts a whole copy in the place of all cuts so far; gives how many bytes it has. */
  rebase(): number {
    this.#state.delta();
    const { records } = this.#state.base().next(Number.POSITIVE_INFINITY);
    this.#records = copies(records);
    return this.#records.reduce((bytes, record) => bytes + record.length, 0);
  }

  get #accumulator() {
    return this.#made.accumulators[0] as MadeAccumulators['accumulators'][number];
  }

  #make(): MadeAccumulators {
    const resolved = resolveAggregates([this.#config], this.#input);
    if (!resolved.ok) throw new Error(resolved.issues.map(({ message }) => message).join(' '));
    const plans = resolved.value.map((aggregate) => aggregatePlan(aggregate, this.#input));
    return makeAccumulators(plans, { state: this.#state.contextOf('node'), origin: () => this.#origin }, 'port');
  }

  #open(): Panes {
    const shape = { keys: [INT], accumulators: this.#made.columns };
    return new PaneFamily(this.#state.contextOf('node').panes('panes', shape), this.#made.beside);
  }
}

function copies(records: readonly Uint8Array[]): Uint8Array[] {
  return records.map((record) => record.slice());
}
