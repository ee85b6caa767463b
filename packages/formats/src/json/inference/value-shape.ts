import { type KindTally, mergeTallies } from './kind-tally.ts';
import { comparePositions, type SamplePosition } from './sample-position.ts';
import type { ValueKind } from './value-kind.ts';

/**
 * Why the inside of objects or arrays is not described: they are JSON then. `members`: an object has too many or one whose name is none;
 * `depth`: they lie too deep; `places`: the inference describes as much as it may already.
 */
export type ShapeFault = 'members' | 'depth' | 'places';

/** Where a member was first seen: the sample, then its place among the members of its object. */
export type FirstPlace = SamplePosition & { readonly place: number };

/** How many more columns, fields and elements an inference may describe. */
export type PlaceBudget = { left: number };

/** What was seen at one place of the records: a column, a field or the elements of an array. */
export class ValueShape {
  first: FirstPlace;
  nulls = 0;
  readonly kinds = new Map<ValueKind, KindTally>();
  /** By name, of the objects seen here. */
  readonly fields = new Map<string, ValueShape>();
  /** Of all elements of the arrays seen here. */
  element: ValueShape | null = null;
  fault: ShapeFault | null = null;

  constructor(first: FirstPlace) {
    this.first = first;
  }

  /** Values that are there and not null. */
  get values(): number {
    return countOf(this, [...this.kinds.keys()]);
  }

  add(kind: ValueKind, tally: KindTally): void {
    const known = this.kinds.get(kind);
    this.kinds.set(kind, known === undefined ? tally : mergeTallies(known, tally));
  }

  /** Describes the inside no further, and forgets what was known of it. */
  giveUp(fault: ShapeFault): void {
    this.fault ??= fault;
    this.fields.clear();
    this.element = null;
  }

  merge(other: ValueShape, mostFields: number, budget: PlaceBudget): void {
    if (compareFirst(other.first, this.first) < 0) this.first = other.first;
    this.nulls += other.nulls;
    for (const [kind, tally] of other.kinds) this.add(kind, tally);
    const fault = this.fault ?? other.fault;
    if (fault !== null) this.giveUp(fault);
    else this.#mergeInside(other, mostFields, budget);
  }

  #mergeInside(other: ValueShape, mostFields: number, budget: PlaceBudget): void {
    for (const [name, field] of other.fields) this.#mergeField(name, field, mostFields, budget);
    if (other.element !== null) this.#mergeElement(other.element, mostFields, budget);
  }

  #mergeField(name: string, field: ValueShape, mostFields: number, budget: PlaceBudget): void {
    if (this.fault !== null) return;
    const known = this.fields.get(name) ?? makeInside(this, field.first, budget);
    if (known === null) return;
    this.fields.set(name, known);
    if (this.fields.size > mostFields) this.giveUp('members');
    else known.merge(field, mostFields, budget);
  }

  #mergeElement(element: ValueShape, mostFields: number, budget: PlaceBudget): void {
    this.element ??= makeInside(this, element.first, budget);
    this.element?.merge(element, mostFields, budget);
  }
}

/** A shape below another, or null where the budget is used up; the other says so then. */
export function makeInside(outer: ValueShape, first: FirstPlace, budget: PlaceBudget): ValueShape | null {
  if (budget.left > 0) {
    budget.left -= 1;
    return new ValueShape(first);
  }
  outer.giveUp('places');
  return null;
}

export function compareFirst(a: FirstPlace, b: FirstPlace): number {
  return comparePositions(a, b) || a.place - b.place;
}

export function countOf(shape: ValueShape, kinds: readonly ValueKind[]): number {
  return kinds.reduce((sum, kind) => sum + (shape.kinds.get(kind)?.count ?? 0), 0);
}
