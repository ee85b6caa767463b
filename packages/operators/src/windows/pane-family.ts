import type { Panes, PaneTable } from '@millrace/engine';
import type { Value } from '@millrace/model';

/** The panes of a window operator and the tables that its aggregates keep beside them: they are dropped together. */
export class PaneFamily implements Panes {
  readonly #panes: Panes;
  readonly #beside: readonly Panes[];

  constructor(panes: Panes, beside: readonly Panes[]) {
    this.#panes = panes;
    this.#beside = beside;
  }

  table(end: number): PaneTable {
    return this.#panes.table(end);
  }

  peek(end: number): PaneTable | undefined {
    return this.#panes.peek(end);
  }

  drop(end: number): void {
    this.#panes.drop(end);
    for (const panes of this.#beside) panes.drop(end);
  }

  ends(): number[] {
    return this.#panes.ends();
  }

  intern(column: number, value: Value): number {
    return this.#panes.intern(column, value);
  }

  keyValue(column: number, key: number): Value {
    return this.#panes.keyValue(column, key);
  }
}
