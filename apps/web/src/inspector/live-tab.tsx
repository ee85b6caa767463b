import type { Gauges, SourceGauges } from '@millrace/live';
import type { InspectedNode } from '@millrace/plan';
import { grouped, timeOfDay } from '../look/format.ts';
import { useRun } from '../run/run-store.ts';
import { useLive } from '../run/use-live.ts';
import { balanceOf } from './balance.ts';
import { WhyCard } from './why-card.tsx';

/** What a node does now: why its window waits, its lag and partitions, where its rows went. */
export function LiveTab({ nodeKey, node }: { readonly nodeKey: string; readonly node: InspectedNode }) {
  const { gauges } = useLive();
  const isWaiting = useRun(({ status }) => status.waiting.has(nodeKey));
  if (gauges === null) return <p className="mute">Not running. Numbers come when the pipeline has been started.</p>;
  const window = gauges.windows[nodeKey];
  const source = gauges.sources[nodeKey];
  return (
    <>
      {window !== undefined && <WhyCard explanation={window} isHeld={isWaiting} sources={gauges.sources} />}
      {source !== undefined && <SourceLag source={source} />}
      <Balance nodeKey={nodeKey} node={node} gauges={gauges} />
    </>
  );
}

function SourceLag({ source }: { readonly source: SourceGauges }) {
  const { topic, watermark, behind, blocked, partitions } = source;
  return (
    <section>
      <h2 className="h4">Lag</h2>
      <p>
        <b className="figure">{grouped(behind)}</b> rows behind
        {blocked !== '0' && `, ${grouped(blocked)} behind an open transaction`}
      </p>
      <table>
        <thead>
          <tr>
            <th>{topic.length > 24 ? 'Partition' : topic}</th>
            <th>state</th>
            <th className="num">unread</th>
            <th className="num">newest row</th>
          </tr>
        </thead>
        <tbody>
          {partitions.map(({ state, unread, maxTime }, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a partition is its number.
            <tr key={i}>
              <td className="mono">[{i}]</td>
              <td>{state}</td>
              <td className="num">{grouped(unread)}</td>
              <td className="num">{typeof maxTime === 'number' ? timeOfDay(maxTime) : '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="small mute">Watermark {typeof watermark === 'number' ? timeOfDay(watermark) : '–'}</p>
    </section>
  );
}

type BalanceProps = { readonly nodeKey: string; readonly node: InspectedNode; readonly gauges: Gauges };

function Balance({ nodeKey, node, gauges }: BalanceProps) {
  const lines = balanceOf(nodeKey, node, gauges);
  if (lines === null) return null;
  return (
    <section className="sect">
      <h2 className="h4">Where the rows went</h2>
      <div className="kv">
        {lines.map(({ label, rows, tone }) => (
          <div className={`pair ${tone}`} key={label}>
            <span>{label}</span>
            <b>{grouped(rows)}</b>
          </div>
        ))}
      </div>
    </section>
  );
}
