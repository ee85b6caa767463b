import type { FormField, Issue } from '@millrace/model';
import type { InspectedNode } from '@millrace/plan';
import { useEffect, useRef } from 'react';
import { useDocument } from '../document/document-store.ts';
import { Icon } from '../look/icon.tsx';
import { fieldOf, withField } from './config-path.ts';
import { FieldControl } from './field-control.tsx';
import { useInspector } from './inspector-store.ts';
import { OnErrorField } from './on-error-field.tsx';

type Props = { readonly nodeKey: string; readonly node: InspectedNode };

/** The form of a node type, made from its catalogue entry; errors stand at their field. */
export function SettingsTab({ nodeKey, node }: Props) {
  const config = useDocument(({ document }) => document?.nodes.get(nodeKey)?.config);
  const issues = useDocument(({ inspected }) => inspected.issues);
  const own = issues.filter((issue) => issue.node === nodeKey);
  const fields = node.spec?.form.fields ?? [];
  const loose = own.filter((issue) => !fields.some((field) => isAt(issue, field)));
  return (
    <>
      {loose.map((issue) => (
        <Message key={issue.message} issue={issue} />
      ))}
      {fields.map((field) => (
        <Field
          key={field.field}
          nodeKey={nodeKey}
          node={node}
          field={field}
          config={config}
          issues={own.filter((issue) => isAt(issue, field))}
        />
      ))}
      {node.spec?.role === 'operator' && <OnErrorField nodeKey={nodeKey} />}
      {fields.length === 0 && loose.length === 0 && <p className="mute">Nothing to set here.</p>}
    </>
  );
}

type FieldProps = Props & { readonly field: FormField; readonly config: unknown; readonly issues: readonly Issue[] };

function Field({ nodeKey, node, field, config, issues }: FieldProps) {
  const wanted = useInspector((state) => state.field);
  const element = useRef<HTMLFieldSetElement>(null);
  const visits = useRef(0);
  const isWanted = wanted !== null && isAt({ field: wanted }, field);
  useEffect(() => {
    if (isWanted) element.current?.querySelector<HTMLElement>('input,textarea,select,button')?.focus();
  }, [isWanted]);
  const set = (value: unknown) => {
    const visit = `${nodeKey} ${field.field} ${visits.current}`;
    useDocument
      .getState()
      .change({ kind: 'setConfig', key: nodeKey, config: withField(config, field.field, value) }, undefined, visit);
  };
  const id = `field-${nodeKey}-${field.field}`;
  return (
    <fieldset
      className="f"
      ref={element}
      onFocus={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) visits.current += 1;
      }}
    >
      <label htmlFor={id}>{field.label}</label>
      <FieldControl
        id={id}
        field={field}
        node={node}
        value={fieldOf(config, field.field)}
        fallback={fieldOf(node.config, field.field)}
        issues={issues}
        set={set}
      />
      {issues.map((issue) => (
        <Message key={issue.message} issue={issue} />
      ))}
      {field.help !== undefined && issues.length === 0 && <div className="help">{field.help}</div>}
    </fieldset>
  );
}

/** Whether an issue is about a field or a part of it: `aggregates[0].of` is about `aggregates`. */
function isAt(issue: { readonly field?: string | undefined }, { field }: FormField): boolean {
  const at = issue.field ?? '';
  return at === field || at.startsWith(`${field}.`) || at.startsWith(`${field}[`) || field.startsWith(`${at}.`);
}

export function Message({ issue }: { readonly issue: Pick<Issue, 'severity' | 'message'> }) {
  return (
    <div
      className={issue.severity === 'error' ? 'msg' : 'msg warning'}
      role={issue.severity === 'error' ? 'alert' : 'note'}
    >
      <Icon name="warn" small={true} />
      <span>{issue.message}</span>
    </div>
  );
}
