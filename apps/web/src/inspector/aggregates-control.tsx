import { Icon } from '../look/icon.tsx';
import type { Aggregate } from './aggregate.ts';
import { AggregateRow } from './aggregate-row.tsx';
import type { ControlProps } from './field-control.tsx';
import { inputColumns } from './input-columns.ts';

/** The results of a window, one under the other. */
export function AggregatesControl({ id, field, node, value, issues, set }: ControlProps) {
  const aggregates = Array.isArray(value) ? (value as readonly Aggregate[]) : [];
  const columns = inputColumns(node).map(({ name }) => name);
  return (
    <div id={id}>
      {aggregates.map((aggregate, i) => (
        <AggregateRow
          // biome-ignore lint/suspicious/noArrayIndexKey: an aggregate is what stands at its place; its name is being typed.
          key={i}
          label={`Aggregate ${i + 1}`}
          aggregate={aggregate}
          functions={field.functions ?? []}
          columns={columns}
          issues={issues.filter(({ field: at }) => at?.startsWith(`${field.field}[${i}]`))}
          put={(next) => set(aggregates.map((one, at) => (at === i ? next : one)))}
          remove={() => set(aggregates.filter((_, at) => at !== i))}
        />
      ))}
      <button
        type="button"
        className="btn sm ghost"
        onClick={() => set([...aggregates, { name: `result${aggregates.length + 1}`, fn: 'count' }])}
      >
        <Icon name="plus" small={true} />
        Add
      </button>
    </div>
  );
}
