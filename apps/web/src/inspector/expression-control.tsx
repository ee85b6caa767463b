import type { ControlProps } from './field-control.tsx';

/** An expression in plain text, with what is wrong underlined at its exact characters. */
export function ExpressionControl({ id, value, issues, set }: ControlProps) {
  const text = typeof value === 'string' ? value : '';
  const isBad = issues.some(({ severity }) => severity === 'error');
  return (
    <div className={isBad ? 'code bad' : 'code'}>
      <pre aria-hidden="true">
        {pieces(text, issues).map(({ at, part, isWrong }) => (
          <span key={at} className={isWrong ? 'squig' : undefined}>
            {part}
          </span>
        ))}
        {'\n'}
      </pre>
      <textarea
        id={id}
        rows={2}
        spellCheck={false}
        autoCapitalize="off"
        aria-invalid={isBad}
        value={text}
        onChange={(event) => set(event.target.value)}
      />
    </div>
  );
}

type Piece = { readonly at: number; readonly part: string; readonly isWrong: boolean };

/** The text cut where the ranges of its issues begin and end. */
export function pieces(text: string, issues: ControlProps['issues']): readonly Piece[] {
  const ranges = issues.flatMap(({ range }) => (range === undefined ? [] : [range]));
  const ends = ranges.flatMap(({ from, to }) => [from, to]).filter((end) => end < text.length);
  const cuts = [...new Set([0, text.length, ...ends])].sort((a, b) => a - b);
  return cuts.slice(0, -1).map((at, i) => ({
    at,
    part: text.slice(at, cuts[i + 1]),
    isWrong: ranges.some(({ from, to }) => at >= from && at < to),
  }));
}
