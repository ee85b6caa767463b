import { useEffect, useRef } from 'react';
import { useViewport } from '../viewport/viewport-store.ts';
import { KEYS } from './graph-keys.ts';

/** Keys that act wherever the focus is, and those of the graph itself. */
const OTHERS: readonly (readonly [shown: string, words: string])[] = [
  ['Ctrl Z', 'Undo'],
  ['Ctrl Shift Z', 'Redo'],
  ['arrows', 'Move what is selected'],
  ['Space, held', 'Pan'],
];

/** Every key of the canvas. */
export function KeyMap() {
  const isShown = useViewport((state) => state.keysShown);
  return isShown ? <OpenMap /> : null;
}

function OpenMap() {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      className="sheet keymap"
      aria-label="Keys"
      onClose={() => useViewport.getState().showKeys(false)}
    >
      <h2>Keys on the canvas</h2>
      <dl>
        {[...KEYS.map(({ shown, words }) => [shown, words] as const), ...OTHERS].map(([shown, words]) => (
          <div key={shown}>
            <dt>
              <span className="kbd">{shown}</span>
            </dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      <div className="row end">
        <button type="button" className="btn" onClick={() => dialog.current?.close()}>
          Close
        </button>
      </div>
    </dialog>
  );
}
