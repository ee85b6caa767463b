import { ChangeKind, type OperatorContext, type PaneTable } from '@millrace/engine';
import type { OnError, Value } from '@millrace/model';
import type { PaneAggregation } from './pane-aggregation.ts';
import { WINDOW_TIME_BEFORE_END_MS } from './window-columns.ts';

/** An aggregate's column in the result. */
export type ResultColumn = { readonly name: string; readonly fn: string };

/**
 * Emit `on-close` (L3), the third of a window operator's parts: one row per group of a pane, in the order in which the groups
 * came. Where an aggregate has no
 * result within its type or bounds, the row leaves on `error` instead, with group and bounds (X5).
 */
export class OnCloseFiring {
  readonly #aggregation: PaneAggregation;
  readonly #groups: number;
  readonly #results: readonly ResultColumn[];
  readonly #context: OperatorContext;
  readonly #onError: OnError;
  /** Copied for each row, since a copy has the same kind of elements whatever is put into it. */
  readonly #template: readonly Value[];

  constructor(
    aggregation: PaneAggregation,
    groups: number,
    results: readonly ResultColumn[],
    context: OperatorContext,
    onError: OnError,
  ) {
    this.#aggregation = aggregation;
    this.#groups = groups;
    this.#results = results;
    this.#context = context;
    this.#onError = onError;
    const template: Value[] = [];
    for (let i = 0; i < groups + 3 + results.length; i++) template.push(null);
    this.#template = template;
  }

  fire(table: PaneTable, start: number, end: number): void {
    for (let slot = 0; slot < table.size; slot++) this.#fireSlot(table, slot, start, end);
  }

  #fireSlot(table: PaneTable, slot: number, start: number, end: number): void {
    const groups = this.#groups;
    const row = this.#template.slice();
    for (let i = 0; i < groups; i++) row[i] = this.#aggregation.groupValue(table, i, slot);
    row[groups] = start;
    row[groups + 1] = end;
    row[groups + 2] = end - WINDOW_TIME_BEFORE_END_MS;
    if (this.#putResults(table, slot, row))
      (this.#context.out[0] as OperatorContext['out'][number])(ChangeKind.insert, row);
  }

  /** False where the row has left on `error`. */
  #putResults(table: PaneTable, slot: number, row: Value[]): boolean {
    const accumulators = this.#aggregation.accumulators;
    const at = this.#groups + 3;
    let fits = true;
    for (let i = 0; i < this.#results.length; i++) {
      const accumulator = accumulators[i] as PaneAggregation['accumulators'][number];
      const value = accumulator.result(table, slot);
      if (value !== undefined) row[at + i] = value;
      else fits = this.#onError === 'null' && fits;
    }
    if (!fits) this.#context.fail(this.#faults(table, slot), row);
    return fits;
  }

  #faults(table: PaneTable, slot: number): string {
    const faults = this.#results.flatMap(({ fn, name }, i) => {
      const accumulator = this.#aggregation.accumulators[i] as PaneAggregation['accumulators'][number];
      return accumulator.result(table, slot) === undefined ? [`${fn} ${name} ${accumulator.fault(table, slot)}`] : [];
    });
    return `${faults.join(', ')} for this group and window. Make the window shorter or the groups smaller.`;
  }
}
