import type { Value } from '@millrace/model';
import type { StateBase } from '../contract/job.ts';
import type { PaneShape, Panes, StateContext, StateValue } from '../contract/state.ts';
import { PaneStore } from './pane-store.ts';
import { openStateRecord, StateKind, StateRecordWriter } from './state-record.ts';
import { ValueStore } from './value-store.ts';

/** All state of a job, by node and name. */
export class JobState {
  readonly #panes = new Map<string, PaneStore>();
  readonly #values = new Map<string, ValueStore>();

  /** What an operator sees of it. */
  contextOf(node: string): StateContext {
    return {
      panes: (name, shape) => this.#makePanes(node, name, shape),
      value: (name, initial) => this.#makeValue(node, name, initial),
    };
  }

  get dirty(): number {
    let dirty = 0;
    for (const store of this.#panes.values()) dirty += store.dirty;
    for (const store of this.#values.values()) dirty += store.dirty;
    return dirty;
  }

  /** What changed since the last call, in records of at most 256 KB. */
  delta(): Uint8Array[] {
    const out = new StateRecordWriter();
    for (const store of this.#panes.values()) store.writeDelta(out);
    for (const store of this.#values.values()) store.writeDelta(out);
    return out.records();
  }

  /** A whole copy in steps; a table is whole within one step, as it stands then. */
  base(): StateBase {
    const pieces = [...this.#panes.values()].flatMap((store) =>
      store.ends().map((end) => (out: StateRecordWriter) => store.writeTable(out, end)),
    );
    pieces.push(...[...this.#values.values()].map((store) => (out: StateRecordWriter) => store.write(out)));
    let next = 0;
    return {
      next(maxBytes) {
        const records: Uint8Array[] = [];
        for (let bytes = 0; next < pieces.length && (bytes === 0 || bytes < maxBytes); next++) {
          const out = new StateRecordWriter();
          (pieces[next] as (out: StateRecordWriter) => void)(out);
          for (const record of out.records()) {
            records.push(record);
            bytes += record.length;
          }
        }
        return { records, done: next === pieces.length };
      },
    };
  }

  /** Applies one record of a base or a delta; those of nodes that are not in the plan any more are passed over. */
  apply(record: Uint8Array): void {
    const { address, kind, entries } = openStateRecord(record);
    const key = keyOf(address.node, address.name);
    if (kind === StateKind.value) this.#values.get(key)?.apply(entries);
    else this.#panes.get(key)?.apply(kind, entries);
  }

  #makePanes(node: string, name: string, shape: PaneShape): Panes {
    const store = new PaneStore({ node, name }, shape);
    this.#panes.set(keyOf(node, name), store);
    return store;
  }

  #makeValue(node: string, name: string, initial: Value): StateValue {
    const store = new ValueStore({ node, name }, initial);
    this.#values.set(keyOf(node, name), store);
    return store;
  }
}

/** Node names hold no slash. */
function keyOf(node: string, name: string): string {
  return `${node}/${name}`;
}
