import { Icon } from '../look/icon.tsx';
import { boxOf, type ControlProps } from './field-control.tsx';

type Entry =
  | string
  | { readonly name: string; readonly type?: string; readonly expr?: string; readonly required?: boolean };

const TYPES = ['BIGINT', 'INT', 'DOUBLE', 'STRING', 'BOOLEAN', 'TIMESTAMP_LTZ(3)', 'TIMESTAMP(3)'] as const;

/** Columns that a source reads (name and type), or that an operator makes (name and expression). */
export function ColumnsControl(props: ControlProps) {
  const { id, node, field, value, issues, set } = props;
  const entries = Array.isArray(value) ? (value as readonly Entry[]) : [];
  const isSource = node.spec?.role === 'source';
  const put = (i: number, next: Entry) => set(entries.map((one, at) => (at === i ? next : one)));
  const fresh: Entry = isSource ? { name: '', type: 'STRING' } : { name: '', expr: '' };
  return (
    <div id={id}>
      <datalist id={`${id}-types`}>
        {TYPES.map((type) => (
          <option key={type}>{type}</option>
        ))}
      </datalist>
      {entries.map((entry, i) => {
        const box = boxOf({ issues: issues.filter(({ field: at }) => at?.startsWith(`${field.field}[${i}]`)) });
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a column is what stands at its place; its name is being typed.
          <div className="agg two" key={i}>
            <input
              className={`${box} mono`}
              aria-label={`Column ${i + 1}: name`}
              value={nameOf(entry)}
              onChange={(event) => put(i, renamed(entry, event.target.value))}
            />
            {isSource ? (
              <input
                className={`${box} mono`}
                aria-label={`Column ${i + 1}: type`}
                list={`${id}-types`}
                value={typeOf(entry)}
                onChange={(event) => put(i, { ...objectOf(entry), type: event.target.value })}
              />
            ) : (
              <input
                className={`${box} mono`}
                aria-label={`Column ${i + 1}: expression`}
                placeholder={nameOf(entry)}
                value={exprOf(entry)}
                onChange={(event) => put(i, computed(entry, event.target.value))}
              />
            )}
            <button
              type="button"
              className="btn icon ghost sm"
              aria-label={`Remove column ${i + 1}`}
              onClick={() => set(entries.filter((_, at) => at !== i))}
            >
              <Icon name="close" small={true} />
            </button>
          </div>
        );
      })}
      <button type="button" className="btn sm ghost" onClick={() => set([...entries, fresh])}>
        <Icon name="plus" small={true} />
        Add
      </button>
    </div>
  );
}

function objectOf(entry: Entry) {
  return typeof entry === 'string' ? { name: entry } : entry;
}

function nameOf(entry: Entry): string {
  return objectOf(entry).name ?? '';
}

function typeOf(entry: Entry): string {
  return objectOf(entry).type ?? '';
}

function exprOf(entry: Entry): string {
  return objectOf(entry).expr ?? '';
}

function renamed(entry: Entry, name: string): Entry {
  return typeof entry === 'string' ? name : { ...entry, name };
}

/** A column without an expression is the input's of that name. */
function computed(entry: Entry, expr: string): Entry {
  return expr === '' ? nameOf(entry) : { name: nameOf(entry), expr };
}
