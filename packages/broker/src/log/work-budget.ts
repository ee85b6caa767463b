/** Measures work in records, so that no clock is needed: a step of work ends where its budget is spent. */
export class WorkBudget {
  readonly #perStep: number;
  #left: number;

  constructor(perStep: number) {
    this.#perStep = perStep;
    this.#left = perStep;
  }

  /** True where the step is to end now. */
  spend(work: number): boolean {
    this.#left -= work;
    if (this.#left > 0) return false;
    this.#left = this.#perStep;
    return true;
  }
}
