import { nameFault } from '@millrace/model';
import { z } from 'zod';

/** A name that a new column may have. */
export const columnName = z.string().superRefine((name, context) => {
  const fault = nameFault(name);
  if (fault !== null) context.addIssue({ code: 'custom', message: fault });
});

/** The name of a column of the input; whether there is one is found where the input is known. */
export const columnReference = z.string().min(1, 'Name a column of the input.');

/** The text of an expression; it is checked where the input's columns are known (X1, X6). */
export const expressionText = z
  .string()
  .min(1, 'Write a condition or a computation, such as price > 100.')
  .max(65_536, 'An expression has at most 64 KB. Split it over two nodes.');

/** A setting that documents may name one day and that is refused until then, by its name. */
export function comesLater(setting: string, instead: string) {
  return z.never({ error: `${setting} comes later. ${instead}` }).optional();
}
