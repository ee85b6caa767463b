/** Lets one loop sleep until something happens or a time has passed; a wake before the wait is not lost. */
export class Wakeup {
  #woken = false;
  #resume: (() => void) | null = null;

  wake(): void {
    this.#woken = true;
    this.#resume?.();
  }

  /** Resolves at the next wake, at once when there was one since the last wait, or after `ms` milliseconds. */
  async wait(ms: number): Promise<void> {
    if (!this.#woken) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        this.#resume = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.#woken = false;
    this.#resume = null;
  }
}

/** Lets timers, sockets and messages of the event loop have their turn. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
