import { isDraftNew } from '../bar/bar-words.ts';
import { useDocument } from '../document/document-store.ts';
import { usePipelineSummary } from './use-node-state.ts';

/** While the draft differs from what runs, numbers are not the draft's. */
export function RevisionNote() {
  const pipeline = usePipelineSummary();
  const version = useDocument(({ stored }) => stored?.document.version);
  const isRunning = pipeline?.run.state === 'running';
  if (pipeline === undefined || !isRunning || !isDraftNew(pipeline, version)) return null;
  return (
    <div className="cnote revision">
      <i className="st" />
      <span>
        Numbers come from <b>r{pipeline.run.revision}</b>, which keeps running while you edit.
      </span>
    </div>
  );
}
