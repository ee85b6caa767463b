import type { PipelineSummary, StartRequest } from '@millrace/live';
import { useEffect, useRef } from 'react';

type Question = NonNullable<PipelineSummary['run']['question']>;
type Choice = { readonly label: string; readonly choices: Partial<StartRequest> };

const ANSWERS: Readonly<Record<Question['kind'], readonly Choice[]>> = {
  'reset-question': [
    { label: 'Go on from the last commit', choices: { onReset: 'keep' } },
    { label: "Read from the group's offsets, lose the state", choices: { onReset: 'rewind' } },
  ],
  'change-question': [
    { label: 'Keep positions, lose the state', choices: { onChange: 'keep-positions' } },
    { label: 'Start again, lose positions and state', choices: { onChange: 'restart' } },
  ],
  'flushed-question': [
    { label: 'Keep positions, lose the state', choices: { onChange: 'keep-positions' } },
    { label: 'Start again, lose positions and state', choices: { onChange: 'restart' } },
  ],
};

type Props = { readonly question: Question; readonly answer: (choices: Partial<StartRequest>) => void };

/** A start that only a person can decide; each button says what it costs (E9). */
export function StartQuestion({ question, answer }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (dialog.current?.open === false) dialog.current.showModal();
  }, []);
  return (
    <dialog ref={dialog} className="sheet" aria-label="Before it starts">
      <h2>Before it starts</h2>
      <p>{question.message}</p>
      <div className="row end">
        <button type="button" className="btn" onClick={() => dialog.current?.close()}>
          Not now
        </button>
        {ANSWERS[question.kind].map(({ label, choices }) => (
          <button key={label} type="button" className="btn ink" onClick={() => answer(choices)}>
            {label}
          </button>
        ))}
      </div>
    </dialog>
  );
}
