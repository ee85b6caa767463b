import { formatDocument } from '@millrace/model';
import { useState } from 'react';
import { ServiceRefusal, startPipeline, stopPipeline } from '../api/service-api.ts';
import { usePipelineSummary } from '../canvas/use-node-state.ts';
import { useDocument } from '../document/document-store.ts';
import { Icon } from '../look/icon.tsx';
import { useRun } from '../run/run-store.ts';
import { useViewport } from '../viewport/viewport-store.ts';
import { draftWords, isDraftNew, stateWords } from './bar-words.ts';
import { StartQuestion } from './start-question.tsx';

/** What is open, what runs, and the few actions on it. */
export function RunBar() {
  const name = useDocument((state) => state.name);
  return (
    <header className="bar">
      <a className="mark" href="#/" aria-label="All pipelines">
        <Icon name="mark" />
      </a>
      {name === null ? <b>Millrace</b> : <OpenPipeline name={name} />}
      <ThemeButton />
    </header>
  );
}

function OpenPipeline({ name }: { readonly name: string }) {
  const pipeline = usePipelineSummary();
  const link = useRun((state) => state.link);
  const waits = useRun(({ status }) => status.waiting.size);
  const { saving, changedElsewhere, inspected, faults, history, undo, redo } = useDocument();
  const version = useDocument(({ stored }) => stored?.document.version);
  const errors = [...inspected.issues, ...faults].filter(({ severity }) => severity === 'error').length;
  const state = stateWords(pipeline, link, waits);
  const isNew = isDraftNew(pipeline, version);
  const draft = draftWords({ saving, errors, revision: pipeline?.run.revision ?? null, isNew, changedElsewhere });
  return (
    <>
      <nav className="crumb" aria-label="Path">
        <a href="#/">Pipelines</a>
        <span className="faint">/</span>
        <h1>{name}</h1>
        {pipeline?.run.revision != null && <span className="chip line">r{pipeline.run.revision}</span>}
      </nav>
      <span className={`chip ${state.tone}`} data-run={pipeline?.run.state}>
        <i className={`st ${state.shape}`} />
        {state.text}
      </span>
      <span className="sep" />
      <span className={`small draftnote ${draft.tone}`}>{draft.text}</span>
      <Displaced />
      <span className="grow" />
      <RunActions name={name} errors={errors} isNew={isNew} />
      <span className="sep" />
      <button
        type="button"
        className="btn icon ghost"
        aria-label="Undo"
        disabled={history.past.length === 0}
        onClick={undo}
      >
        <Icon name="undo" />
      </button>
      <button
        type="button"
        className="btn icon ghost"
        aria-label="Redo"
        disabled={history.future.length === 0}
        onClick={redo}
      >
        <Icon name="redo" />
      </button>
    </>
  );
}

/** A draft that gave way to a newer file can be taken back. */
function Displaced() {
  const displaced = useDocument((state) => state.displaced);
  const restore = useDocument((state) => state.restoreDisplaced);
  if (displaced === null) return null;
  return (
    <button type="button" className="btn sm" title={formatDocument(displaced).slice(0, 400)} onClick={restore}>
      Take your edit back
    </button>
  );
}

type ActionsProps = { readonly name: string; readonly errors: number; readonly isNew: boolean };

function RunActions({ name, errors, isNew }: ActionsProps) {
  const run = usePipelineSummary()?.run;
  const isOpen = useRun(({ link }) => link.open);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const isRunning = run !== undefined && ['starting', 'running', 'retrying', 'stopping'].includes(run.state);
  const act = async (work: () => Promise<void>) => {
    setBusy(true);
    setRefusal(null);
    try {
      await work();
    } catch (error) {
      setRefusal(error instanceof ServiceRefusal ? error.message : 'The service cannot be reached.');
    } finally {
      setBusy(false);
    }
  };
  const deploy = () =>
    act(async () => {
      if (isRunning) await stopPipeline(name);
      await startPipeline(name);
    });
  const why = errors > 0 ? 'Mend the errors first.' : 'The draft is the running revision.';
  return (
    <>
      {refusal !== null && (
        <span className="chip error" role="alert" title={refusal}>
          <span className="clip refusal">{refusal}</span>
        </span>
      )}
      {run?.question != null && (
        <StartQuestion question={run.question} answer={(choices) => act(() => startPipeline(name, choices))} />
      )}
      {isRunning ? (
        <>
          <button
            type="button"
            className="btn"
            disabled={busy || !isOpen}
            onClick={() => void act(() => stopPipeline(name))}
          >
            <Icon name="stop" small={true} />
            Stop
          </button>
          <button
            type="button"
            className="btn ink"
            disabled={busy || !isOpen || errors > 0 || !isNew}
            title={isNew && errors === 0 ? 'Stop, and start the draft' : why}
            onClick={() => void deploy()}
          >
            <Icon name="deploy" small={true} />
            Deploy
          </button>
        </>
      ) : (
        <button
          type="button"
          className="btn ink"
          disabled={busy || !isOpen || errors > 0}
          title={errors > 0 ? why : 'Deploy the draft and run it'}
          onClick={() => void deploy()}
        >
          <Icon name="play" small={true} />
          Start
        </button>
      )}
    </>
  );
}

function ThemeButton() {
  const theme = useViewport((state) => state.theme);
  const toggle = useViewport((state) => state.toggleTheme);
  return (
    <button
      type="button"
      className="btn icon ghost"
      aria-label={theme === 'light' ? 'Dark theme' : 'Light theme'}
      onClick={toggle}
    >
      <Icon name="moon" />
    </button>
  );
}
