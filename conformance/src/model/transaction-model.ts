/** A transactional id as its producers see it. */
export class TransactionModel {
  readonly id: string;
  producerId = -1n;
  epoch = -1;
  /** The epoch before, whose producer is fenced; −1 for none. */
  formerEpoch = -1;
  /** Tells one transaction of the run from another. */
  number = 0;
  isOpen = false;
  /** How the last one of this epoch ended; null where none did. */
  lastOutcome: boolean | null = null;
  readonly partitions = new Set<number>();
  readonly groups = new Set<number>();

  constructor(id: string) {
    this.id = id;
  }

  open(number: number): void {
    if (!this.isOpen) this.number = number;
    this.isOpen = true;
    this.lastOutcome = null;
  }

  close(outcome: boolean | null): void {
    this.isOpen = false;
    this.lastOutcome = outcome;
    this.partitions.clear();
    this.groups.clear();
  }
}
