/** The longest error that is told: what it quotes of a request may be as long as the request. */
const MOST_CHARACTERS = 400;

/** A sentence that fits into an answer and on a line of a log, whatever it quotes: shortened, without control characters. */
export function errorText(sentence: string): string {
  const shown = sentence.length > MOST_CHARACTERS ? `${sentence.slice(0, MOST_CHARACTERS)}…` : sentence;
  return shown.replace(/\p{Cc}/gu, '\uFFFD');
}
