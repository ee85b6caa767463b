/** The closing arm of a switch over a closed union: a new member becomes a compile error here. */
export function unreachable(value: never): never {
  throw new Error(`a case is missing for ${String(value)}`);
}

/** A broken invariant is a fault of the program, never of its input. */
export function assert(condition: boolean, invariant: string): asserts condition {
  if (!condition) throw new Error(`broken invariant: ${invariant}`);
}
