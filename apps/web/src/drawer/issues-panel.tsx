import { useDocument } from '../document/document-store.ts';
import { useInspector } from '../inspector/inspector-store.ts';

/** What is wrong with the draft, errors first; each leads to its field. */
export function IssuesPanel() {
  const inspected = useDocument((state) => state.inspected);
  const faults = useDocument((state) => state.faults);
  const edges = useDocument(({ document }) => document?.edges.length ?? 0);
  const goTo = useInspector((state) => state.goTo);
  const all = [...faults, ...inspected.issues];
  if (all.length === 0) {
    return (
      <p className="note mute">
        No issues. Checked {inspected.nodes.size} nodes and {edges} edges as you type.
      </p>
    );
  }
  const sorted = [...all].sort((a, b) => Number(a.severity === 'warning') - Number(b.severity === 'warning'));
  return (
    <ul className="issues scroll">
      {sorted.map(({ severity, node, field, message }) => (
        <li key={`${node} ${field} ${message}`}>
          <i className={severity === 'error' ? 'st error' : 'st waiting'} />
          <span className="where mono">
            {node === undefined ? 'pipeline' : field === undefined ? node : `${node} · ${field}`}
          </span>
          <span className="grow">{message}</span>
          {node !== undefined && inspected.nodes.has(node) && (
            <button type="button" className="btn sm" onClick={() => goTo(node, field ?? null)}>
              Show
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}
