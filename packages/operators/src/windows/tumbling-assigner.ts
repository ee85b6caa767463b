/** Which window a row belongs to, and nothing else. Times in milliseconds of event time. */
export type WindowAssigner = {
  /** The end of the window that contains the time. */
  endOf(time: number): number;
  startOf(end: number): number;
};

/** Windows [k·size + offset, (k+1)·size + offset) with mathematical floor, so that times before 1970 are right (A1, A4). */
export function makeTumblingAssigner(sizeMs: number, offsetMs: number): WindowAssigner {
  return {
    endOf(time) {
      const into = (time - offsetMs) % sizeMs;
      return time - (into < 0 ? into + sizeMs : into) + sizeMs;
    },
    startOf: (end) => end - sizeMs,
  };
}
