import { z } from 'zod';
import { expressionText } from '../config-fields.ts';

export const filterSchema = z.strictObject({ where: expressionText });
export type FilterConfig = z.infer<typeof filterSchema>;
