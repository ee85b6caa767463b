import type { NodeSpec, PaletteGroup } from '@millrace/model';
import { useState } from 'react';
import { NODE_MIME } from '../canvas/graph-work.ts';
import { Icon, Tile } from '../look/icon.tsx';

const GROUPS: readonly PaletteGroup[] = ['Sources', 'Shape', 'Windows', 'Joins and keys', 'Sinks'];

type Props = {
  readonly specs: readonly NodeSpec[];
  readonly onPick: (type: string) => void;
  readonly onClose: () => void;
  readonly focus: boolean;
};

/** Every node type by its group: dragged onto the canvas, or picked with Enter or a click. */
export function Palette({ specs, onPick, onClose, focus }: Props) {
  const [wanted, setWanted] = useState('');
  const found = specs.filter(({ title, type }) => `${title} ${type}`.toLowerCase().includes(wanted.toLowerCase()));
  return (
    <aside className="palette" aria-label="Nodes">
      <label className="inp">
        <Icon name="search" small={true} />
        <input
          // biome-ignore lint/a11y/noAutofocus: it was opened by a key to type into.
          autoFocus={focus}
          aria-label="Find a node"
          placeholder="Find a node"
          value={wanted}
          onChange={(event) => setWanted(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && found[0] !== undefined) onPick(found[0].type);
            if (event.key === 'Escape') onClose();
          }}
        />
        <button type="button" className="btn icon ghost sm" aria-label="Close the palette" onClick={onClose}>
          <Icon name="close" small={true} />
        </button>
      </label>
      {GROUPS.map((group) => {
        const here = found.filter(({ form }) => form.group === group);
        return here.length === 0 ? null : (
          <section key={group} aria-label={group}>
            <div className="ptitle">{group}</div>
            {here.map((spec) => (
              <Item key={spec.type} spec={spec} onPick={onPick} />
            ))}
          </section>
        );
      })}
      {found.length === 0 && <p className="small mute">Nothing matches. No node is called “{wanted}”.</p>}
    </aside>
  );
}

function Item({ spec, onPick }: { readonly spec: NodeSpec; readonly onPick: (type: string) => void }) {
  return (
    <button
      type="button"
      className="pitem"
      draggable={true}
      data-type={spec.type}
      onClick={() => onPick(spec.type)}
      onDragStart={(event) => {
        event.dataTransfer.setData(NODE_MIME, spec.type);
        event.dataTransfer.effectAllowed = 'copy';
      }}
    >
      <Tile type={spec.type} role={spec.role} />
      <span>{spec.title}</span>
    </button>
  );
}
