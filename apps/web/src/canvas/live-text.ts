/** Elements whose text follows the live numbers, by what they belong to and their place in it; written past React. */
export class LiveTexts {
  readonly #elements = new Map<string, Map<string, HTMLElement>>();

  /** For a ref: remembers the element, and forgets it when it goes. */
  slot(owner: string, name: string): (element: HTMLElement | null) => void {
    return (element) => {
      const slots = this.#elements.get(owner) ?? new Map<string, HTMLElement>();
      if (element === null) slots.delete(name);
      else slots.set(name, element);
      if (slots.size === 0) this.#elements.delete(owner);
      else this.#elements.set(owner, slots);
    };
  }

  /** Names the group around what belongs to an owner, for readers of the screen. */
  name(owner: string, text: string): void {
    const [element] = this.#elements.get(owner)?.values() ?? [];
    const group = element?.closest('[role="group"]');
    if (group !== null && group?.getAttribute('aria-label') !== text) group?.setAttribute('aria-label', text);
  }

  has(owner: string): boolean {
    return this.#elements.has(owner);
  }

  /** Writes only what differs; a class tells the tone. */
  write(owner: string, name: string, text: string, tone?: string): void {
    const element = this.#elements.get(owner)?.get(name);
    if (element === undefined) return;
    if (element.textContent !== text) element.textContent = text;
    if (tone !== undefined && element.className !== tone) element.className = tone;
  }
}

export const liveTexts = new LiveTexts();
