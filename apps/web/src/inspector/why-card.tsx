import type { Gauges, LiveExplanation } from '@millrace/live';
import { durationText, grouped, momentText, timeOfDay } from '../look/format.ts';
import { Icon } from '../look/icon.tsx';

type Props = { readonly explanation: LiveExplanation; readonly isHeld: boolean; readonly sources: Gauges['sources'] };

/** Why the next window has not fired: the sentence, the bar of event time, what waits with it. */
export function WhyCard({ explanation, isHeld, sources }: Props) {
  const { sentence, nextClose, openPanes, openRows } = explanation;
  const rows = `${openPanes === 1 ? '1 window is' : `${grouped(openPanes)} windows are`} open with ${grouped(openRows)} rows.`;
  if (nextClose === null) return <div className="why calm">No window is open.</div>;
  return (
    <div className={isHeld ? 'why' : 'why calm'} data-held={isHeld}>
      <div className="q">
        <Icon name="hourglass" small={true} />
        {isHeld ? 'Why has this window not fired?' : 'Next window'}
      </div>
      <p>{sentence}</p>
      <TimeBar explanation={explanation} nextClose={nextClose} isHeld={isHeld} marks={marksOf(explanation, sources)} />
      <p className="small">{rows}</p>
    </div>
  );
}

type Mark = { readonly name: string; readonly time: number; readonly holds: boolean };

/** The newest rows of each partition of the source that holds. */
function marksOf({ holder }: LiveExplanation, sources: Gauges['sources']): readonly Mark[] {
  if (holder.kind !== 'partition') return [];
  return (sources[holder.source]?.partitions ?? []).flatMap(({ maxTime }, partition) =>
    typeof maxTime === 'number'
      ? [{ name: `${holder.source}[${partition}]`, time: maxTime, holds: partition === holder.partition }]
      : [],
  );
}

type BarProps = {
  readonly explanation: LiveExplanation;
  readonly nextClose: NonNullable<LiveExplanation['nextClose']>;
  readonly isHeld: boolean;
  readonly marks: readonly Mark[];
};

const WIDTH = 250;

function TimeBar({ explanation: { watermark }, nextClose: { start, end, missingMs }, isHeld, marks }: BarProps) {
  const last = Math.max(end, ...marks.map(({ time }) => time)) + (end - start) * 0.08;
  const place = (time: number) => Math.max(0, Math.min(WIDTH, ((time - start) / (last - start)) * WIDTH));
  const at = typeof watermark === 'number' ? place(watermark) : watermark === 'end' ? WIDTH : 0;
  const label = `Event time from ${momentText(start)}; the window closes at ${momentText(end)}${missingMs === null ? '' : `, ${durationText(Math.max(0, missingMs))} ahead`}`;
  return (
    <svg className="bar2" viewBox={`0 0 ${WIDTH} 46`} role="img" aria-label={label}>
      <rect x="0" y="12" width={WIDTH} height="12" rx="2" className="ground" />
      <rect x="0" y="12" width={at} height="12" rx="2" className={isHeld ? 'held' : 'done'} />
      {marks.map(({ name, time, holds }) => (
        <path key={name} d={`M${place(time)} 8v20`} className={holds ? 'mark holds' : 'mark'} />
      ))}
      <path d={`M${place(end)} 6v24`} className="close" />
      <text x={place(end)} y="42" textAnchor={place(end) > WIDTH - 30 ? 'end' : 'middle'}>
        closes {timeOfDay(end)}
      </text>
      <text x="0" y="42">
        {timeOfDay(start)}
      </text>
    </svg>
  );
}
