import { durationText } from '../look/format.ts';
import type { LagTrend } from '../run/lag-series.ts';

/** How a lag moves, in words; never a time that was not measured. */
export function lagWords(trend: LagTrend, source: string): { readonly trend: string; readonly forecast: string } {
  switch (trend.kind) {
    case 'unknown':
      return { trend: '', forecast: '' };
    case 'steady':
      return { trend: 'steady', forecast: '' };
    case 'growing':
      return { trend: 'growing', forecast: 'Does not drain at this rate.' };
    case 'shrinking': {
      const by = trend.slowest === null ? '' : `, by ${source}[${trend.slowest}]`;
      if (trend.zeroInMs === null) return { trend: 'shrinking', forecast: `Does not drain at this rate${by}.` };
      return { trend: 'shrinking', forecast: `At zero in ${durationText(trend.zeroInMs)}${by}.` };
    }
  }
}
