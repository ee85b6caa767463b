import type { Gauges } from '@millrace/live';
import type { InspectedNode } from '@millrace/plan';
import { grouped } from '../look/format.ts';
import { useRun } from '../run/run-store.ts';
import { useLive } from '../run/use-live.ts';
import { balanceOf } from './balance.ts';
import { SourceLag } from './source-lag.tsx';
import { WhyCard } from './why-card.tsx';

/** What a node does now: why its window waits, its lag and partitions, where its rows went. */
export function LiveTab({ nodeKey, node }: { readonly nodeKey: string; readonly node: InspectedNode }) {
  const numbers = useLive();
  const { gauges } = numbers;
  const isWaiting = useRun(({ status }) => status.waiting.has(nodeKey));
  if (gauges === null) return <p className="mute">Not running. Numbers come when the pipeline has been started.</p>;
  const window = gauges.windows[nodeKey];
  const source = gauges.sources[nodeKey];
  return (
    <>
      {window !== undefined && <WhyCard explanation={window} isHeld={isWaiting} sources={gauges.sources} />}
      {source !== undefined && <SourceLag source={source} trend={numbers.lagTrend(nodeKey)} />}
      <Balance nodeKey={nodeKey} node={node} gauges={gauges} />
    </>
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
