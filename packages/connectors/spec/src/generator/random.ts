const TWO_POW_32 = 4_294_967_296;

/**
 * A number in [0, 1) that is a function of its arguments alone: `counter` is a row's number, `draw` tells the draws of one row
 * apart. Rows can be drawn in any order and again.
 */
export function randomAt(seed: number, counter: number, draw: number): number {
  let hash = mix(seed ^ 0x9e3779b9);
  hash = mix(hash ^ (counter >>> 0));
  hash = mix(hash ^ Math.floor(counter / TWO_POW_32) ^ 0x7f4a7c15);
  return (mix(hash ^ Math.imul(draw + 1, 0x94d049bb)) >>> 0) / TWO_POW_32;
}

/** The finaliser of MurmurHash3: every bit of the input changes half of the output's. */
function mix(value: number): number {
  let h = value;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}
