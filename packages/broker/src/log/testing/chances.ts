/** Numbers in [0, 1) that look like chance and are the same in each run of a test. */
export function chances(seed: number): () => number {
  let state = (seed * 2_654_435_761 + 97) % 2 ** 31;
  return () => {
    state = (state * 16_807 + 11) % (2 ** 31 - 1);
    return state / (2 ** 31 - 1);
  };
}
