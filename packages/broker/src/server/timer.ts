/** One timer of the system for all deadlines of the broker: it rings when the earliest one is reached. */
export class DeadlineTimer {
  readonly #clock: () => number;
  readonly #onDeadline: () => void;
  #handle: NodeJS.Timeout | null = null;
  #armedMs = Number.POSITIVE_INFINITY;

  constructor(clock: () => number, onDeadline: () => void) {
    this.#clock = clock;
    this.#onDeadline = onDeadline;
  }

  /** Rings at `deadlineMs` or before; an earlier deadline that was named stands. */
  arm(deadlineMs: number): void {
    if (deadlineMs >= this.#armedMs) return;
    this.stop();
    this.#armedMs = deadlineMs;
    const inMs = Math.min(Math.max(0, deadlineMs - this.#clock()), 2 ** 31 - 1);
    this.#handle = setTimeout(() => {
      this.#handle = null;
      this.#armedMs = Number.POSITIVE_INFINITY;
      this.#onDeadline();
    }, inMs);
  }

  stop(): void {
    if (this.#handle !== null) clearTimeout(this.#handle);
    this.#handle = null;
    this.#armedMs = Number.POSITIVE_INFINITY;
  }
}
