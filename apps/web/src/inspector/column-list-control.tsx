import { Icon } from '../look/icon.tsx';
import { boxOf, type ControlProps } from './field-control.tsx';
import { inputColumns } from './input-columns.ts';

/** Names of columns in their order. */
export function ColumnListControl(props: ControlProps) {
  const { id, node, field, value, set } = props;
  const names = Array.isArray(value) ? value.map(String) : [];
  const free = inputColumns(node).filter(({ name }) => !names.includes(name));
  const change = (next: readonly string[]) =>
    set(next.length === 0 && value !== undefined && field.field === 'key' ? undefined : next);
  return (
    <div className={`${boxOf(props)} many`}>
      {names.map((name) => (
        <span key={name} className="tag">
          {name}
          <button
            type="button"
            aria-label={`Remove ${name}`}
            onClick={() => change(names.filter((other) => other !== name))}
          >
            <Icon name="close" small={true} />
          </button>
        </span>
      ))}
      <select
        id={id}
        value=""
        aria-label={`${field.label}: add a column`}
        onChange={(event) => change([...names, event.target.value])}
      >
        <option value="">add a column</option>
        {free.map(({ name }) => (
          <option key={name}>{name}</option>
        ))}
      </select>
    </div>
  );
}
