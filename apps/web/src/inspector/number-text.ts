/** What a configuration holds for a text that was typed as a number: what is no number stays as it is, so that its schema says so. */
export function numberOf(text: string): unknown {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  const number = Number(trimmed);
  return Number.isFinite(number) ? number : text;
}

/** What a number's field shows: what was typed as long as it says the same (`0.0` on the way to `0.05`), else the value. */
export function numberText(typed: string | null, value: unknown): string {
  return typed !== null && numberOf(typed) === value ? typed : String(value ?? '');
}
