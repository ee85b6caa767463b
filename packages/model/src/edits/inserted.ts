/** A list with one item more, at a place from 0; at the end where none is given or it lies beyond. */
export function inserted<T>(list: readonly T[], item: T, at: number = list.length): readonly T[] {
  return list.toSpliced(Math.max(0, at), 0, item);
}
