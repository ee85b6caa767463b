import type { FunctionChoice, Issue } from '@millrace/model';
import { useState } from 'react';
import { Icon } from '../look/icon.tsx';
import { type Aggregate, withArgument, withFunction, withSetting } from './aggregate.ts';
import { boxOf } from './field-control.tsx';
import { numberOf, numberText } from './number-text.ts';

type RowProps = {
  readonly label: string;
  readonly aggregate: Aggregate;
  readonly functions: readonly FunctionChoice[];
  /** Names of the input's columns. */
  readonly columns: readonly string[];
  readonly issues: readonly Issue[];
  readonly put: (next: Aggregate) => void;
  readonly remove: () => void;
};

/** One result: a name, a function and the column that it is of; below, which rows it takes and what its function asks for. */
export function AggregateRow(props: RowProps) {
  const { label, aggregate, issues, put, remove } = props;
  return (
    <>
      <div className="agg">
        <input
          className={boxOf({ issues })}
          aria-label={`${label}: name`}
          value={aggregate.name ?? ''}
          onChange={(event) => put({ ...aggregate, name: event.target.value })}
        />
        <FunctionSelect {...props} />
        <ColumnSelect {...props} />
        <button
          type="button"
          className="btn icon ghost sm"
          aria-label={`Remove ${label.toLowerCase()}`}
          onClick={remove}
        >
          <Icon name="close" small={true} />
        </button>
      </div>
      <RowOptions {...props} />
    </>
  );
}

function FunctionSelect({ label, aggregate, functions, issues, put }: RowProps) {
  return (
    <select
      className={boxOf({ issues })}
      aria-label={`${label}: function`}
      value={aggregate.fn ?? ''}
      onChange={(event) => {
        const choice = functions.find(({ fn }) => fn === event.target.value);
        if (choice !== undefined) put(withFunction(aggregate, choice));
      }}
    >
      {functions.map(({ fn }) => (
        <option key={fn}>{fn}</option>
      ))}
    </select>
  );
}

function ColumnSelect({ label, aggregate, columns, issues, put }: RowProps) {
  return (
    <select
      className={boxOf({ issues })}
      aria-label={`${label}: column`}
      value={aggregate.of ?? ''}
      onChange={(event) => put(withSetting(aggregate, 'of', event.target.value || undefined))}
    >
      <option value="">rows</option>
      {columns.map((name) => (
        <option key={name}>{name}</option>
      ))}
      {aggregate.of !== undefined && !columns.includes(aggregate.of) && <option>{aggregate.of}</option>}
    </select>
  );
}

function RowOptions({ label, aggregate, functions, issues, put }: RowProps) {
  const choice = functions.find(({ fn }) => fn === aggregate.fn);
  const at = (part: string) => boxOf({ issues: issues.filter(({ field }) => field?.includes(part)) });
  return (
    <div className="agg options">
      <input
        className={at('].where')}
        aria-label={`${label}: condition`}
        placeholder="of all rows, or where …"
        spellCheck={false}
        value={aggregate.where ?? ''}
        onChange={(event) => put(withSetting(aggregate, 'where', event.target.value || undefined))}
      />
      {choice?.distinct === true && (
        <label>
          <input
            type="checkbox"
            aria-label={`${label}: distinct`}
            checked={aggregate.distinct === true}
            onChange={(event) => put(withSetting(aggregate, 'distinct', event.target.checked || undefined))}
          />
          distinct
        </label>
      )}
      {choice?.args.map(({ name, control }) => (
        <Argument
          key={`${choice.fn} ${name}`}
          className={at(`].args.${name}`)}
          label={`${label}: ${name}`}
          name={name}
          control={control}
          value={aggregate.args?.[name]}
          set={(value) => put(withArgument(aggregate, name, value))}
        />
      ))}
    </div>
  );
}

type ArgumentProps = {
  readonly className: string;
  readonly label: string;
  readonly name: string;
  readonly control: 'number' | 'text';
  readonly value: unknown;
  readonly set: (value: unknown) => void;
};

function Argument({ className, label, name, control, value, set }: ArgumentProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const isNumber = control === 'number';
  return (
    <input
      className={className}
      aria-label={label}
      placeholder={name}
      inputMode={isNumber ? 'decimal' : 'text'}
      value={isNumber ? numberText(typed, value) : String(value ?? '')}
      onChange={(event) => {
        setTyped(event.target.value);
        set(isNumber ? numberOf(event.target.value) : event.target.value || undefined);
      }}
    />
  );
}
