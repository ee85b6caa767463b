/** A text without any of some characters at its start, its end, or both. */
export function trimmed(text: string, characters: string, atStart: boolean, atEnd: boolean): string {
  const set = new Set(characters);
  const points = [...text];
  let [from, to] = [0, points.length];
  while (atStart && from < to && set.has(points[from] as string)) from++;
  while (atEnd && to > from && set.has(points[to - 1] as string)) to--;
  return points.slice(from, to).join('');
}
