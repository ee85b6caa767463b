import { chosenOf, withChoice } from './choice-value.ts';
import { boxOf, type ControlProps } from './field-control.tsx';

/** One of a few; a choice that needs a value of its own (`{"time": …}`) has a field for it beside it. */
export function ChoiceControl(props: ControlProps) {
  const { id, field, value, fallback, set } = props;
  const { choice, inner } = chosenOf(value ?? fallback);
  const choices = [...(field.choices ?? []), ...(field.choicesWithValue ?? [])];
  const isForeign = choice !== '' && !choices.includes(choice);
  return (
    <>
      <select
        id={id}
        className={boxOf(props)}
        value={choice}
        onChange={(event) => set(withChoice(field, event.target.value, inner ?? ''))}
      >
        {choice === '' && <option value="">–</option>}
        {isForeign && <option>{choice}</option>}
        {choices.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </select>
      {inner !== null && (
        <input
          className={`${boxOf(props)} second`}
          aria-label={`${field.label}: ${choice}`}
          placeholder={choice === 'time' ? '2026-01-01T00:00:00Z' : ''}
          value={inner}
          onChange={(event) => set(withChoice(field, choice, event.target.value))}
        />
      )}
    </>
  );
}
