import { Icon } from '../look/icon.tsx';
import type { Emptiness, EmptyAction } from './emptiness.ts';

type Props = { readonly what: Emptiness; readonly act?: (action: EmptyAction) => void };

/** An empty panel says which emptiness it is, with its number and one thing to do (V4). */
export function EmptyState({ what: { icon, tone, title, fact, action }, act }: Props) {
  return (
    <div className="emptystate" data-empty={title}>
      <span className={`sign ${tone}`}>
        <Icon name={icon} />
      </span>
      <div>
        <b>{title}</b>
        <div className="small mute">{fact}</div>
        {action !== undefined && (
          <button type="button" className="link small" onClick={() => act?.(action)}>
            {action.label}
          </button>
        )}
      </div>
    </div>
  );
}
