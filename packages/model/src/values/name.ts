const NAME = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/;
const RESERVED: readonly string[] = ['__proto__', 'constructor', 'prototype'];

const NAME_RULE = 'a letter or _, then up to 63 letters, digits, _ or -';

/** Whether a node, column, port, parameter or pipeline may be called so. */
export function isName(text: string): boolean {
  return NAME.test(text) && !RESERVED.includes(text);
}

/** Why nothing may be called so, as a sentence with a remedy, or null where it may. */
export function nameFault(text: string): string | null {
  if (isName(text)) return null;
  const quoted = JSON.stringify(text.slice(0, 80));
  if (RESERVED.includes(text)) return `The name ${quoted} is reserved. Choose another.`;
  return `${quoted} is no name. A name is ${NAME_RULE}. Choose another.`;
}

/** A name as types and expressions write it: in backticks where it is not a plain word. */
export function formatName(name: string): string {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) ? name : `\`${name.replaceAll('`', '``')}\``;
}
