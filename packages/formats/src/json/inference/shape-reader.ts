import { isName } from '@millrace/model';
import type { JsonCursor } from '../json-cursor.ts';
import { decodeJsonString } from '../json-string.ts';
import { decodeUtf8 } from '../utf8.ts';
import { classifyNumber } from './classify-number.ts';
import { classifyText, plain } from './classify-text.ts';
import type { InferenceLimits } from './inference-limits.ts';
import { elementsOf, type MemberRange, membersOf } from './json-members.ts';
import { tallyOf } from './kind-tally.ts';
import type { SamplePosition } from './sample-position.ts';
import type { KindFacts } from './value-kind.ts';
import { compareFirst, type FirstPlace, makeInside, type PlaceBudget, type ValueShape } from './value-shape.ts';

const QUOTE = 0x22;
const OPEN_BRACE = 0x7b;
const OPEN_BRACKET = 0x5b;
/** A message shows 80 characters, of at most four bytes each. */
const SHOWN_BYTES = 320;

/** Adds validated values to shapes. One reader serves one inference. */
export class ShapeReader {
  readonly #cursor: JsonCursor;
  readonly #limits: InferenceLimits;
  readonly #budget: PlaceBudget;

  constructor(cursor: JsonCursor, limits: InferenceLimits, budget: PlaceBudget) {
    this.#cursor = cursor;
    this.#limits = limits;
    this.#budget = budget;
  }

  /** Adds the value in a range; gives what it shows itself to be, null for null. `depth`: objects and arrays around it. */
  add(shape: ValueShape, range: MemberRange, position: SamplePosition, depth: number): KindFacts | null {
    const first = firstPlace(position, range.place);
    if (compareFirst(first, shape.first) < 0) shape.first = first;
    const { bytes } = this.#cursor;
    const lead = bytes[range.start] as number;
    if (lead === 0x6e) {
      shape.nulls += 1;
      return null;
    }
    const facts = this.#facts(range, lead);
    const text = lead === QUOTE ? facts.canonical : this.#shown(range);
    shape.add(facts.kind, tallyOf(facts, position, text));
    if (lead === OPEN_BRACE) this.#addFields(shape, range.start, position, depth + 1);
    else if (lead === OPEN_BRACKET) this.#addElements(shape, range.start, position, depth + 1);
    return facts;
  }

  #facts({ start, end }: MemberRange, lead: number): KindFacts {
    const { bytes } = this.#cursor;
    if (lead === QUOTE) return classifyText(decodeJsonString(bytes, start + 1, end - 1));
    if (lead === OPEN_BRACE) return plain('object', '');
    if (lead === OPEN_BRACKET) return plain('array', '');
    const text = decodeUtf8(bytes, start, end);
    return classifyNumber(text) ?? plain('boolean', text);
  }

  /** The beginning of a value as it is written; a character that is cut in two at the end is left out. */
  #shown({ start, end }: MemberRange): string {
    const { bytes } = this.#cursor;
    let stop = Math.min(end, start + SHOWN_BYTES);
    while (stop < end && stop > start && ((bytes[stop] as number) & 0xc0) === 0x80) stop--;
    return decodeUtf8(bytes, start, stop);
  }

  #addFields(shape: ValueShape, start: number, position: SamplePosition, depth: number): void {
    if (!this.#mayDescend(shape, depth)) return;
    for (const [name, range] of membersOf(this.#cursor, start)) {
      const field = this.#field(shape, name, firstPlace(position, range.place));
      if (field === null) return;
      this.add(field, range, position, depth);
    }
  }

  #field(shape: ValueShape, name: string, first: FirstPlace): ValueShape | null {
    const known = shape.fields.get(name);
    if (known !== undefined) return known;
    if (!isName(name) || shape.fields.size >= this.#limits.fields) shape.giveUp('members');
    if (shape.fault !== null) return null;
    const field = makeInside(shape, first, this.#budget);
    if (field !== null) shape.fields.set(name, field);
    return field;
  }

  #addElements(shape: ValueShape, start: number, position: SamplePosition, depth: number): void {
    if (!this.#mayDescend(shape, depth)) return;
    for (const range of elementsOf(this.#cursor, start)) {
      shape.element ??= makeInside(shape, firstPlace(position, 0), this.#budget);
      if (shape.element === null) return;
      this.add(shape.element, range, position, depth);
    }
  }

  #mayDescend(shape: ValueShape, depth: number): boolean {
    if (depth > this.#limits.depth) shape.giveUp('depth');
    return shape.fault === null;
  }
}

export function firstPlace({ partition, offset }: SamplePosition, place: number): FirstPlace {
  return { partition, offset, place };
}
