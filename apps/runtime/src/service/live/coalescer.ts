/** Gathers changes: the first is told at once, those within `ms` after it together at their end. */
export class Coalescer {
  readonly #tell: () => void;
  readonly #ms: number;
  #timer: NodeJS.Timeout | null = null;
  #isTouched = false;

  constructor(tell: () => void, ms: number) {
    this.#tell = tell;
    this.#ms = ms;
  }

  touch(): void {
    this.#isTouched = true;
    if (this.#timer === null) this.#release();
  }

  close(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  /** Tells, and again after the interval if something has come by then. */
  #release(): void {
    this.#isTouched = false;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      if (this.#isTouched) this.#release();
    }, this.#ms);
    this.#timer.unref();
    this.#tell();
  }
}
