/** A string, or what stands outside of strings up to the next one. */
const PIECE = /"[^"\\]*(?:\\.[^"\\]*)*"|[^"]+/g;

/** The members of a compact JSON object, each with its name and the text of its value as it was written; lists and objects too. */
export function membersOf(object: string): readonly (readonly [name: string, value: string])[] {
  const members: [string, string][] = [];
  let depth = 0;
  let current = '';
  for (const [piece] of object.slice(1, -1).matchAll(PIECE)) {
    if (piece.startsWith('"')) {
      current += piece;
      continue;
    }
    for (const character of piece) {
      if (character === '{' || character === '[') depth++;
      else if (character === '}' || character === ']') depth--;
      if (character === ',' && depth === 0) {
        members.push(member(current));
        current = '';
      } else current += character;
    }
  }
  return current === '' ? members : [...members, member(current)];
}

function member(text: string): [string, string] {
  const [name = ''] = /^"[^"\\]*(?:\\.[^"\\]*)*"/.exec(text) ?? [];
  return [String(JSON.parse(name)), text.slice(name.length + 1)];
}
