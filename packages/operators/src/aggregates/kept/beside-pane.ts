import type { Panes, PaneTable } from '@millrace/engine';

/** Finds the table that stands beside a pane's; the last one is remembered, since rows come in runs of one pane. */
export class BesidePane {
  readonly panes: Panes;
  #pane: PaneTable | undefined;
  #table: PaneTable | undefined;

  constructor(panes: Panes) {
    this.panes = panes;
  }

  of(pane: PaneTable): PaneTable {
    if (this.#table === undefined || pane !== this.#pane) {
      this.#pane = pane;
      this.#table = this.panes.table(pane.end);
    }
    return this.#table;
  }
}
