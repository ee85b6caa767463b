/** Characters of a text are code points, as in Flink; most texts have no pairs of surrogates and are their own list. */
const PAIRS = /[\ud800-\udbff][\udc00-\udfff]/;

export function countCharacters(text: string): number {
  if (!PAIRS.test(text)) return text.length;
  let count = 0;
  for (let at = 0; at < text.length; at = behindCharacter(text, at)) count++;
  return count;
}

/** From one character to another, exclusive; both from 0. */
export function sliceCharacters(text: string, from: number, to = Number.POSITIVE_INFINITY): string {
  if (!PAIRS.test(text)) return text.slice(from, Math.max(from, to));
  let [start, end] = [text.length, text.length];
  for (let at = 0, index = 0; at < text.length && index <= to; at = behindCharacter(text, at), index++) {
    if (index === from) start = at;
    if (index === to) end = at;
  }
  return text.slice(start, Math.max(start, end));
}

export function reverseCharacters(text: string): string {
  return [...text].reverse().join('');
}

function behindCharacter(text: string, at: number): number {
  return at + ((text.codePointAt(at) as number) > 0xffff ? 2 : 1);
}
