/** A step of a path: the member of an object by its name, or the element of an array from 0. */
type JsonStep = string | number;

/** `isLax`: what is not there is empty; in `strict` mode it is an error. */
export type JsonPath = { readonly isLax: boolean; readonly steps: readonly JsonStep[] };

const STEP =
  /\s*(?:\.\s*([\p{L}_$][\p{L}\p{N}_$-]*)|\.\s*"([^"]*)"|\[\s*(\d{1,9})\s*\]|\[\s*'([^']*)'\s*\]|\[\s*"([^"]*)"\s*\])/uy;

/** `[lax | strict] $.name[0]['name with spaces']`; null where a text is no such path. */
export function parseJsonPath(text: string): JsonPath | null {
  const [, mode, rest] = /^\s*(?:(lax|strict)\s+)?\$(.*)$/s.exec(text) ?? [];
  if (rest === undefined) return null;
  const path = rest.trimEnd();
  const steps: JsonStep[] = [];
  for (STEP.lastIndex = 0; STEP.lastIndex < path.length; ) {
    const [whole, member, dotted, index, single, double] = STEP.exec(path) ?? [];
    if (whole === undefined) return null;
    steps.push(index === undefined ? (member ?? dotted ?? single ?? double ?? '') : Number(index));
  }
  return { isLax: mode !== 'strict', steps };
}
