const MOST_PATTERNS = 64;

/** What is made of a pattern is kept for the rows that follow; most have the same one. */
export function cached<T>(make: (pattern: string) => T): (pattern: string) => T {
  const known = new Map<string, T>();
  return (pattern) => {
    const found = known.get(pattern);
    if (found !== undefined) return found;
    if (known.size >= MOST_PATTERNS) known.clear();
    const made = make(pattern);
    known.set(pattern, made);
    return made;
  };
}
