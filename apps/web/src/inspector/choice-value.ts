import type { FormField } from '@millrace/model';

/** What is chosen, and the value that belongs to the choice; null where it has none. */
export type Chosen = { readonly choice: string; readonly inner: string | null };

/** Reads `"latest"` or `{"time": "2026-01-01T00:00:00Z"}`; anything else is shown as it is written. */
export function chosenOf(value: unknown): Chosen {
  if (typeof value === 'string') return { choice: value, inner: null };
  if (value === undefined || value === null) return { choice: '', inner: null };
  const [entry, ...more] = typeof value === 'object' ? Object.entries(value) : [];
  if (entry === undefined || more.length > 0) return { choice: JSON.stringify(value), inner: null };
  return { choice: entry[0], inner: String(entry[1]) };
}

/** The value of a choice as documents write it. */
export function withChoice(field: Pick<FormField, 'choicesWithValue'>, choice: string, inner: string): unknown {
  return field.choicesWithValue?.includes(choice) === true ? { [choice]: inner } : choice;
}
