import type { FormField, Issue } from '@millrace/model';
import type { InspectedNode } from '@millrace/plan';
import { useState } from 'react';
import { AggregatesControl } from './aggregates-control.tsx';
import { ChoiceControl } from './choice-control.tsx';
import { ColumnListControl } from './column-list-control.tsx';
import { ColumnsControl } from './columns-control.tsx';
import { ExpressionControl } from './expression-control.tsx';
import { numberOf, numberText } from './number-text.ts';
import { TopicControl } from './topic-control.tsx';

export type ControlProps = {
  readonly id: string;
  readonly field: FormField;
  readonly node: InspectedNode;
  /** As it is written; undefined where it is left out. */
  readonly value: unknown;
  /** What counts where it is left out. */
  readonly fallback: unknown;
  readonly issues: readonly Issue[];
  /** Undefined leaves the field out. */
  readonly set: (value: unknown) => void;
};

/** The control that a form's field asks for. */
export function FieldControl(props: ControlProps) {
  const { id, field, value, fallback, set } = props;
  switch (field.control) {
    case 'expression':
      return <ExpressionControl {...props} />;
    case 'aggregates':
      return <AggregatesControl {...props} />;
    case 'column-list':
      return <ColumnListControl {...props} />;
    case 'columns':
      return <ColumnsControl {...props} />;
    case 'topic':
      return <TopicControl {...props} />;
    case 'choice':
      return <ChoiceControl {...props} />;
    case 'switch':
      return (
        <input
          id={id}
          type="checkbox"
          checked={value === true}
          onChange={(event) => set(event.target.checked || undefined)}
        />
      );
    case 'number':
      return <NumberControl {...props} />;
    case 'text':
    case 'duration':
      return (
        <input
          id={id}
          className={boxOf(props)}
          value={String(value ?? '')}
          placeholder={fallback === undefined ? '' : String(fallback)}
          onChange={(event) => set(event.target.value === '' ? undefined : event.target.value)}
        />
      );
  }
}

function NumberControl(props: ControlProps) {
  const { id, field, value, fallback, set } = props;
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <span className={boxOf(props)}>
      <input
        id={id}
        inputMode="decimal"
        value={numberText(typed, value)}
        placeholder={fallback === undefined ? '' : String(fallback)}
        onChange={(event) => {
          setTyped(event.target.value);
          set(numberOf(event.target.value));
        }}
      />
      {field.unit !== undefined && <span className="unit">{field.unit}</span>}
    </span>
  );
}

export function boxOf({ issues }: Pick<ControlProps, 'issues'>): string {
  return issues.some(({ severity }) => severity === 'error') ? 'inp bad' : 'inp';
}
