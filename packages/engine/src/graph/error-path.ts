import type { Row } from '@millrace/model';
import { ChangeKind } from '../contract/change-kind.ts';
import type { DeadLetter } from '../contract/cut.ts';
import type { RowWriter } from '../contract/encoder.ts';
import type { OperatorPlan } from '../contract/executable-plan.ts';
import { type Emit, PipelineStopped } from '../contract/operator.ts';
import type { PartitionQueue } from '../merge/partition-queue.ts';
import { errorRowOf, letterOfRecord, letterOfRow } from './dead-letters.ts';

/**
 * Where errors of rows go (E8, X3): to what is connected to the node's error port, else to the dead letters of the next cut. It
 * knows the row at hand: the record at the head of a queue, or a row that was fired from state.
 */
export class ErrorPath {
  /** The queue whose head is being pushed; null while rows are fired from state. */
  origin: PartitionQueue | null = null;
  #firedRow: Row | null = null;
  #firedWriter: RowWriter | null = null;
  #letters: DeadLetter[] = [];
  letterBytes = 0;

  get letters(): number {
    return this.#letters.length;
  }

  takeLetters(): DeadLetter[] {
    const taken = this.#letters;
    this.#letters = [];
    this.letterBytes = 0;
    return taken;
  }

  /** A record that its source refuses. */
  failAtSource(source: string, queue: PartitionQueue, emitError: Emit | null): void {
    this.#send(letterOfRecord(source, queue.head.reason, queue), emitError);
  }

  /** `firedRow`: a row of the node's first output; without it the row at hand has failed. */
  fail(plan: OperatorPlan, reason: string, firedRow: Row | undefined, emitError: Emit | null): void {
    if (plan.onError === 'stop') throw new PipelineStopped(plan.id, reason + this.#place(firedRow));
    if (firedRow !== undefined) {
      this.#send(letterOfRow(plan.id, reason, firedRow, plan.outputs[0]?.writer ?? null), emitError);
    } else if (this.origin !== null) {
      this.#send(letterOfRecord(plan.id, reason, this.origin), emitError);
    } else this.#send(letterOfRow(plan.id, reason, this.#firedRow, this.#firedWriter), emitError);
  }

  /** An output that remembers rows without an origin while they travel, and their writer for the node that may refuse them. */
  remembering(emit: Emit, writer: RowWriter): Emit {
    return (kind, row) => {
      if (this.origin !== null) {
        emit(kind, row);
        return;
      }
      const outerRow = this.#firedRow;
      const outerWriter = this.#firedWriter;
      this.#firedRow = row;
      this.#firedWriter = writer;
      emit(kind, row);
      this.#firedRow = outerRow;
      this.#firedWriter = outerWriter;
    };
  }

  #send(letter: DeadLetter, emitError: Emit | null): void {
    if (emitError !== null) {
      emitError(ChangeKind.insert, errorRowOf(letter));
      return;
    }
    this.#letters.push(letter);
    this.letterBytes += (letter.key?.length ?? 0) + (letter.value?.length ?? 0) + (letter.headers?.length ?? 0);
  }

  #place(firedRow: Row | undefined): string {
    if (firedRow !== undefined || this.origin === null) return ' The row was fired from state.';
    return ` The row is ${this.origin.topic}[${this.origin.partition}] at offset ${this.origin.position}.`;
  }
}
