import { useState } from 'react';
import { ServiceRefusal, writeDocument } from '../api/service-api.ts';
import { stateWords } from '../bar/bar-words.ts';
import { Icon } from '../look/icon.tsx';
import { useRun } from '../run/run-store.ts';

/** All pipelines of the service; a failed one carries its message. */
export function PipelinesPage() {
  const pipelines = useRun((state) => state.pipelines);
  const link = useRun((state) => state.link);
  const kafka = useRun((state) => state.kafka);
  return (
    <main className="page">
      <div className="ph1">
        <h1>Pipelines</h1>
        <span className="grow" />
        <NewPipeline />
      </div>
      {pipelines === null && <p className="note mute">Asking the service …</p>}
      {pipelines?.length === 0 && <p className="note mute">No pipelines yet. Name one above and draw it.</p>}
      {pipelines !== null && pipelines.length > 0 && (
        <table className="list">
          <thead>
            <tr>
              <th>Name</th>
              <th>State</th>
              <th>Revision</th>
              <th>File</th>
            </tr>
          </thead>
          <tbody>
            {pipelines.map((pipeline) => {
              const { text, tone, shape } = stateWords(pipeline, link, 0);
              return (
                <tr key={pipeline.name}>
                  <td>
                    <a className="nm2" href={`#/p/${encodeURIComponent(pipeline.name)}`}>
                      {pipeline.name}
                    </a>
                    {pipeline.run.failure !== null && <div className="d">{pipeline.run.failure.message}</div>}
                  </td>
                  <td>
                    <span className={`chip ${tone}`}>
                      <i className={`st ${shape}`} />
                      {text}
                    </span>
                  </td>
                  <td>{pipeline.run.revision === null ? '–' : `r${pipeline.run.revision}`}</td>
                  <td className="mono mute">{pipeline.file}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
      <footer className="note small mute">Kafka at {kafka === '' ? '–' : kafka}</footer>
    </main>
  );
}

function NewPipeline() {
  const [name, setName] = useState('');
  const [refusal, setRefusal] = useState<string | null>(null);
  const create = async () => {
    const text = `${JSON.stringify({ format: 'millrace/pipeline@1', name, nodes: {}, edges: [] }, null, 2)}\n`;
    try {
      await writeDocument(name, text, null);
      window.location.hash = `#/p/${encodeURIComponent(name)}`;
    } catch (error) {
      setRefusal(error instanceof ServiceRefusal ? error.message : 'The service cannot be reached.');
    }
  };
  return (
    <form
      className="row"
      onSubmit={(event) => {
        event.preventDefault();
        void create();
      }}
    >
      {refusal !== null && (
        <span className="small err" role="alert">
          {refusal}
        </span>
      )}
      <input
        className="inp"
        aria-label="Name of the new pipeline"
        placeholder="Name"
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <button type="submit" className="btn ink" disabled={name === ''}>
        <Icon name="plus" small={true} />
        New pipeline
      </button>
    </form>
  );
}
