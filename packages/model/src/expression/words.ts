const WORDS = ['AND', 'OR', 'NOT', 'IS', 'NULL', 'TRUE', 'FALSE'];

/** Words of SQL that get their meaning later and are kept free for it. */
const LATER = ['CASE', 'WHEN', 'THEN', 'ELSE', 'END', 'BETWEEN', 'IN', 'LIKE', 'SIMILAR', 'ESCAPE', 'UNKNOWN'];

/** Words that come later where a parenthesis follows, and may name columns elsewhere. */
const LATER_BEFORE_PARENTHESIS = ['CAST', 'TRY_CAST', 'EXTRACT'];

/** Words that come later where a text follows, and may name columns elsewhere. */
const LATER_BEFORE_TEXT = ['DATE', 'TIME', 'INTERVAL'];

/** Whether a column of this name needs backticks. */
export function isReservedWord(name: string): boolean {
  const word = name.toUpperCase();
  return WORDS.includes(word) || LATER.includes(word);
}

/** Whether a word, with what follows it, is a part of SQL that is not available yet. */
export function comesLater(name: string, next: '(' | 'text' | null): boolean {
  const word = name.toUpperCase();
  if (next === '(' && LATER_BEFORE_PARENTHESIS.includes(word)) return true;
  if (next === 'text' && LATER_BEFORE_TEXT.includes(word)) return true;
  return LATER.includes(word);
}

/** A column's name as an expression writes it: in backticks where it is not a plain word. */
export function formatColumnName(name: string): string {
  if (/^[A-Za-z_][A-Za-z0-9_]*$/.test(name) && !isReservedWord(name)) return name;
  return `\`${name.replaceAll('`', '``')}\``;
}
