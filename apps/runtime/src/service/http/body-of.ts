import type { Request } from 'express';
import type { z } from 'zod';
import { Refused } from '../refused.ts';

/** The JSON body of a request by its schema. Throws {@link Refused} that names the field. */
export function bodyOf<T>(request: Request, schema: z.ZodType<T>): T {
  if (request.headers['content-type'] !== undefined && !request.is('application/json')) {
    throw new Refused('wrong', 'The body is not JSON. Send it with Content-Type: application/json.');
  }
  const parsed = schema.safeParse(request.body ?? {});
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const field = issue?.path.join('.') ?? '';
  throw new Refused(
    'wrong',
    `The body does not fit${field === '' ? '' : ` at ${field}`}: ${issue?.message}. Correct it.`,
  );
}
