import type { Gauges } from '@millrace/live';
import type { InspectedNode } from '@millrace/plan';

export type BalanceLine = { readonly label: string; readonly rows: number; readonly tone: '' | 'late' | 'err' };

/** Where a node's rows went, the sum first; null where nothing is counted (Conservation). */
export function balanceOf(key: string, { spec }: InspectedNode, gauges: Gauges): readonly BalanceLine[] | null {
  const i = gauges.nodes.indexOf(key);
  if (i < 0 || spec === null) return null;
  const count = (counter: string) => gauges.counters[counter]?.[i] ?? 0;
  const line = (label: string, counter: string, tone: BalanceLine['tone'] = ''): BalanceLine[] => {
    const rows = count(counter);
    return rows === 0 ? [] : [{ label, rows, tone }];
  };
  switch (spec.role) {
    case 'source':
      return [
        { label: 'read', rows: count('read'), tone: '' },
        { label: 'passed on', rows: count('passed'), tone: '' },
        ...line('could not be decoded', 'dead', 'err'),
        ...line('quarantined', 'quarantined', 'err'),
      ];
    case 'sink':
      return [{ label: 'written', rows: count('written'), tone: '' }];
    case 'operator':
      return [
        { label: 'rows in', rows: count('in'), tone: '' },
        ...line('dropped', 'filtered'),
        ...line('counted in windows', 'assignments'),
        ...line('in no window', 'inNoWindow'),
        ...line('late', 'late', 'late'),
        ...line('failed', 'errors', 'err'),
        { label: 'rows out', rows: count('out'), tone: '' },
      ];
  }
}
