import { useState } from 'react';
import { grouped, timeOfDay } from '../look/format.ts';
import type { ResultRows } from '../run/result-rows.ts';
import { barSeries, keysOf } from './bar-series.ts';

const WIDTH = 260;
const HEIGHT = 180;

/** One number of one key, a bar per window. */
export function Bars({ rows }: { readonly rows: ResultRows }) {
  const [wanted, setWanted] = useState<string | null>(null);
  const keys = keysOf(rows);
  const series = barSeries(rows, wanted ?? keys[0] ?? null);
  if (series === null || series.bars.length === 0) return null;
  const { key, column, bars } = series;
  const most = Math.max(1, ...bars.map(({ value }) => value));
  const isFine = bars.some(({ startMs }) => startMs % 60_000 !== 0);
  const step = WIDTH / Math.max(bars.length, 6);
  const height = (value: number) => (Math.max(0, value) / most) * (HEIGHT - 36);
  return (
    <div className="bars">
      <div className="row small">
        <select
          className="inp"
          aria-label="Key of the chart"
          value={key}
          onChange={(event) => setWanted(event.target.value)}
        >
          {keys.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
        <span className="mute">{column} per window</span>
      </div>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={`${column} of ${key} per window: ${bars.map(({ startMs, value }) => `${timeOfDay(startMs)} ${value}`).join(', ')}`}
      >
        <path d={`M0 ${HEIGHT - 17.5}H${WIDTH}`} className="axis" />
        {bars.map(({ startMs, value }, i) => (
          <g key={startMs}>
            <rect
              x={i * step + step * 0.14}
              y={HEIGHT - 18 - height(value)}
              width={step * 0.72}
              height={height(value)}
              rx="1"
              className={i === bars.length - 1 ? 'bar last' : 'bar'}
            />
            <text x={i * step + step / 2} y={HEIGHT - 22 - height(value)} textAnchor="middle" className="value">
              {grouped(value)}
            </text>
            <text x={i * step + step / 2} y={HEIGHT - 4} textAnchor="middle">
              {timeOfDay(startMs).slice(isFine ? 5 : 2, isFine ? 8 : 5)}
            </text>
          </g>
        ))}
      </svg>
    </div>
  );
}
