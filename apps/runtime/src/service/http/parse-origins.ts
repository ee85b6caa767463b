/** The origins of MILLRACE_ORIGINS, with commas between; gives those that are none. */
export function parseOrigins(text: string): { readonly origins: readonly string[]; readonly wrong: readonly string[] } {
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  return { origins: parts.filter(isOrigin), wrong: parts.filter((part) => !isOrigin(part)) };
}

/** `https://host` or `http://host:port`, as a browser writes it. */
function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { origin, protocol } = new URL(text);
  return origin === text && (protocol === 'http:' || protocol === 'https:');
}
