import type { InspectedNode } from '@millrace/plan';
import { typeText } from './input-columns.ts';

/** What comes in and what leaves, by port. */
export function ColumnsTab({ node }: { readonly node: InspectedNode }) {
  const ports = [
    ...[...node.inputSchemas].map(([port, schema]) => [`Into ${port}`, schema] as const),
    ...[...node.outputSchemas].map(([port, schema]) => [`Out of ${port}`, schema] as const),
  ];
  if (ports.length === 0)
    return <p className="mute">Columns are not known yet. Connect the inputs and mend what is marked.</p>;
  return (
    <>
      {ports.map(([title, { columns, changelog, time }]) => (
        <section key={title}>
          <h2 className="h4">
            {title}
            <span className="mute regular">{changelog ? 'changelog' : 'append only'}</span>
          </h2>
          <div className="kv mono">
            {columns.map((column, i) => (
              <div key={column.name} className="pair">
                <span>
                  {column.name}
                  {i === time && <span className="chip line">event time</span>}
                </span>
                <b>{typeText(column)}</b>
              </div>
            ))}
          </div>
        </section>
      ))}
    </>
  );
}
