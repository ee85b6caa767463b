type Pressed = {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
};

/**
 * What a key is called here: `a` with and without the lock for capitals, `Shift+L`, `Mod+c`; signs by themselves, since where they
 * need Shift depends on the keyboard.
 */
export function keyOf({ key, ctrlKey, metaKey, shiftKey }: Pressed): string {
  const isLetter = /^\p{L}$/u.test(key);
  const name = isLetter && !shiftKey ? key.toLowerCase() : key;
  const shift = isLetter && shiftKey ? 'Shift+' : '';
  return `${ctrlKey || metaKey ? 'Mod+' : ''}${shift}${isLetter && shiftKey ? key.toUpperCase() : name}`;
}
