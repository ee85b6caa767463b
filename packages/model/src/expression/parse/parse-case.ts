import type { CaseBranch, Expression } from '../expression.ts';
import { type PartParser, takeKeyword } from './part-parser.ts';

const FORM = 'CASE WHEN condition THEN value ELSE value END';
const INSIDE = ['WHEN', 'THEN', 'ELSE', 'END'];

/** `CASE [operand] WHEN … THEN … [ELSE …] END`; CASE is the token here. */
export function parseCase(parser: PartParser): Expression {
  const { reader } = parser;
  const { from } = reader.advance().range;
  const part = () => parser.until(() => reader.isOneOf(INSIDE));
  const operand = reader.isOneOf(INSIDE) ? null : part();
  const branches: CaseBranch[] = [];
  let isWhole = true;
  while (reader.take('WHEN')) {
    const when = part();
    if (!takeKeyword(reader, 'THEN', FORM)) isWhole = false;
    branches.push({ when, result: reader.isOneOf(['WHEN', 'ELSE', 'END']) && !isWhole ? when : part() });
  }
  if (branches.length === 0) isWhole = takeKeyword(reader, 'WHEN', FORM);
  const otherwise = reader.take('ELSE') ? part() : null;
  if (!takeKeyword(reader, 'END', FORM)) isWhole = false;
  if (isWhole) {
    return parser.made({ kind: 'case', operand, branches, otherwise, range: { from, to: reader.lastEnd } });
  }
  const read = [operand, ...branches.flatMap(({ when, result }) => [when, result]), otherwise];
  return parser.broken(
    read.filter((value) => value !== null),
    from,
  );
}
