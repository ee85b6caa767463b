import type { SourceGauges } from '@millrace/live';
import { grouped, momentText } from '../look/format.ts';
import type { LagTrend } from '../run/lag-series.ts';
import { lagWords } from './lag-words.ts';

type Props = { readonly source: SourceGauges; readonly trend: LagTrend };

/** How far a source is behind, how that moves, and which partition it is (G1, G3). */
export function SourceLag({ source, trend }: Props) {
  const { topic, watermark, behind, blocked, partitions, partitionCount } = source;
  const words = lagWords(trend, topic.length > 24 ? '' : topic);
  const most = Math.max(1, ...partitions.map(({ unread }) => unread));
  const hidden = partitionCount - partitions.length;
  return (
    <section>
      <h2 className="h4">Lag</h2>
      <p>
        <b className="figure">{grouped(behind)}</b> rows behind{words.trend === '' ? '' : `, ${words.trend}`}
        {blocked !== '0' && `, ${grouped(blocked)} behind an open transaction`}
      </p>
      {words.forecast !== '' && <p className="small mute">{words.forecast}</p>}
      <table className="lag">
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
              <td className="num">
                <span className="bar1" aria-hidden="true">
                  <i style={{ width: `${(unread / most) * 100}%` }} />
                </span>
                {grouped(unread)}
              </td>
              <td className="num">{typeof maxTime === 'number' ? momentText(maxTime) : '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {hidden > 0 && <p className="small mute">{grouped(hidden)} more partitions.</p>}
      <p className="small mute">Watermark {typeof watermark === 'number' ? momentText(watermark) : '–'}</p>
    </section>
  );
}
