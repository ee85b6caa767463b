import { z } from 'zod';

/** A setting that documents may name one day and that is refused until then, by its name. */
export function comesLater(setting: string, instead: string) {
  return z.never({ error: `${setting} comes later. ${instead}` }).optional();
}

/** A choice of which some are refused until they exist, by their names. */
export function choiceOf<const Now extends string>(
  setting: string,
  now: readonly [Now, ...Now[]],
  later: readonly string[],
) {
  return z.enum(now, {
    error: ({ input }) =>
      later.includes(String(input))
        ? `${setting} ${String(input)} comes later. Choose ${now.join(' or ')}.`
        : `There is no ${setting} ${describe(input)}. Choose ${now.join(' or ')}.`,
  });
}

function describe(input: unknown): string {
  return typeof input === 'string' ? input : `of this kind (${input === null ? 'null' : typeof input})`;
}
