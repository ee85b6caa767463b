const LONGEST = 64;

/** The known name that was probably meant, or null: differences of case are free, one slip is allowed per three characters. */
export function nearest(written: string, known: Iterable<string>): string | null {
  if (written.length === 0 || written.length > LONGEST) return null;
  let best: string | null = null;
  let fewest = Math.max(1, Math.floor(written.length / 3)) + 1;
  for (const name of known) {
    if (name.length > LONGEST || Math.abs(name.length - written.length) >= fewest) continue;
    const slips = slipsBetween(written.toLowerCase(), name.toLowerCase());
    if (slips >= fewest || slips >= name.length) continue;
    best = name;
    fewest = slips;
  }
  return best;
}

/** Characters put in, left out or changed, and neighbours swapped (optimal string alignment). */
function slipsBetween(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let slips = Math.min(
        (row[j - 1] as number) + 1,
        (last[j] as number) + 1,
        (last[j - 1] as number) + (same ? 0 : 1),
      );
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) slips = Math.min(slips, (beforeLast[j - 2] as number) + 1);
      row.push(slips);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length] as number;
}

/** `a, b and c`, the first twelve of them: what a message may list. */
export function listed(names: readonly string[]): string {
  const shown = names.slice(0, 12);
  const rest = names.length - shown.length;
  if (rest > 0) return `${shown.join(', ')} and ${rest} more`;
  if (shown.length < 2) return shown.join('');
  return `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`;
}
