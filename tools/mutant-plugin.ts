import type { Plugin } from 'vitest/config';

/** One small change of a source: `find` stands in the file exactly once. Paths from the root. */
export type Mutation = { readonly file: string; readonly find: string; readonly replace: string };

/** The source with the change; throws where it does not apply any more. */
export function mutate(source: string, { file, find, replace }: Mutation): string {
  const parts = source.split(find);
  if (parts.length !== 2) {
    throw new Error(
      `The mutant's text stands ${parts.length - 1} times in ${file}: ${find}. Bring tools/mutants.ts up to date.`,
    );
  }
  return parts.join(replace);
}

/** Swaps the text of one source while it is loaded: no file is touched. */
export function mutantPlugin(mutation: Mutation): Plugin {
  return {
    name: 'millrace-mutant',
    enforce: 'pre',
    transform(source, id) {
      return id.split('?')[0]?.endsWith(`/${mutation.file}`)
        ? { code: mutate(source, mutation), map: null }
        : undefined;
    },
  };
}
