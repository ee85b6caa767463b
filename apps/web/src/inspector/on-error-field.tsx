import type { OnError } from '@millrace/model';
import { useDocument } from '../document/document-store.ts';

const CHOICES: readonly { readonly onError: OnError; readonly label: string }[] = [
  { onError: 'port', label: 'Error port' },
  { onError: 'null', label: 'Use NULL' },
  { onError: 'stop', label: 'Stop' },
];

const HELP: Readonly<Record<OnError, string>> = {
  port: 'It leaves on the error port; unconnected, it goes to the dead letters.',
  null: 'What cannot be computed is NULL, and nobody is told.',
  stop: 'The pipeline stops at that row.',
};

/** What becomes of a row that fails in an operator (X3). */
export function OnErrorField({ nodeKey }: { readonly nodeKey: string }) {
  const onError = useDocument(({ document }) => document?.nodes.get(nodeKey)?.onError ?? 'port');
  const change = useDocument((state) => state.change);
  return (
    <fieldset className="f">
      <legend>When a row fails</legend>
      <div className="seg">
        {CHOICES.map((choice) => (
          <button
            key={choice.onError}
            type="button"
            aria-pressed={choice.onError === onError}
            onClick={() => change({ kind: 'setOnError', key: nodeKey, onError: choice.onError })}
          >
            {choice.label}
          </button>
        ))}
      </div>
      <div className="help">{HELP[onError]}</div>
    </fieldset>
  );
}
