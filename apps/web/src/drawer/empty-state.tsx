import { Icon } from '../look/icon.tsx';

export type Emptiness = {
  readonly icon: string;
  readonly tone: 'pending' | 'waiting' | 'late' | 'error';
  readonly title: string;
  readonly fact: string;
};

type Props = { readonly what: Emptiness; readonly action?: { readonly label: string; readonly act: () => void } };

/** An empty panel says which emptiness it is, with its number and one thing to do (V4). */
export function EmptyState({ what: { icon, tone, title, fact }, action }: Props) {
  return (
    <div className="emptystate" data-empty={title}>
      <span className={`sign ${tone}`}>
        <Icon name={icon} />
      </span>
      <div>
        <b>{title}</b>
        <div className="small mute">{fact}</div>
        {action !== undefined && (
          <button type="button" className="link small" onClick={action.act}>
            {action.label}
          </button>
        )}
      </div>
    </div>
  );
}
