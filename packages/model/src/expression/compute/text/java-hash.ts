/** s[0]·31^(n−1) + … + s[n−1] over UTF-16 units in 32 bits, as java.lang.String.hashCode defines it. */
export function javaHash(text: string): number {
  let hash = 0;
  for (let i = 0; i < text.length; i++) hash = (Math.imul(hash, 31) + text.charCodeAt(i)) | 0;
  return hash;
}
