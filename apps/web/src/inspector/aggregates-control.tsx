import { Icon } from '../look/icon.tsx';
import { boxOf, type ControlProps } from './field-control.tsx';
import { inputColumns } from './input-columns.ts';

type Aggregate = { readonly name: string; readonly fn: string; readonly of?: string };

/** The results of a window: a name, a function and the column that it is of. */
export function AggregatesControl(props: ControlProps) {
  const { id, field, node, value, issues, set } = props;
  const aggregates = Array.isArray(value) ? (value as readonly Aggregate[]) : [];
  const columns = inputColumns(node);
  const put = (i: number, next: Aggregate) => set(aggregates.map((one, at) => (at === i ? next : one)));
  return (
    <div id={id}>
      {aggregates.map((aggregate, i) => {
        const box = boxOf({ issues: issues.filter(({ field: at }) => at?.startsWith(`${field.field}[${i}]`)) });
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: an aggregate is what stands at its place; its name is being typed.
          <div className="agg" key={i}>
            <input
              className={box}
              aria-label={`Aggregate ${i + 1}: name`}
              value={aggregate.name ?? ''}
              onChange={(event) => put(i, { ...aggregate, name: event.target.value })}
            />
            <select
              className={box}
              aria-label={`Aggregate ${i + 1}: function`}
              value={aggregate.fn ?? ''}
              onChange={(event) => put(i, { ...aggregate, fn: event.target.value })}
            >
              {(field.choices ?? []).map((fn) => (
                <option key={fn}>{fn}</option>
              ))}
            </select>
            <select
              className={box}
              aria-label={`Aggregate ${i + 1}: column`}
              value={aggregate.of ?? ''}
              onChange={(event) => put(i, withColumn(aggregate, event.target.value))}
            >
              <option value="">rows</option>
              {columns.map(({ name }) => (
                <option key={name}>{name}</option>
              ))}
              {aggregate.of !== undefined && !columns.some(({ name }) => name === aggregate.of) && (
                <option>{aggregate.of}</option>
              )}
            </select>
            <button
              type="button"
              className="btn icon ghost sm"
              aria-label={`Remove aggregate ${i + 1}`}
              onClick={() => set(aggregates.filter((_, at) => at !== i))}
            >
              <Icon name="close" small={true} />
            </button>
          </div>
        );
      })}
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

function withColumn({ name, fn }: Aggregate, of: string): Aggregate {
  return of === '' ? { name, fn } : { name, fn, of };
}
