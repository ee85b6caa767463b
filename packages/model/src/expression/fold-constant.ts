import { compileExpression } from './compile/compile-expression.ts';
import { EvaluationError } from './evaluation-error.ts';
import type { TypedComputed, TypedExpression } from './typed-expression.ts';

/**
 * What depends on no row is computed once. Where that is an error it stays as it is: the rows that need its value get the error, others
 * do not (X3).
 */
export function foldConstant(typed: TypedExpression): TypedExpression {
  if (typed.kind === 'literal' || !typedParts(typed).every(({ kind }) => kind === 'literal')) return typed;
  try {
    const { type, source } = typed;
    const value = compileExpression(typed)([]);
    return { kind: 'literal', type, nullable: value === null, source, value };
  } catch (error) {
    if (error instanceof EvaluationError) return typed;
    throw error;
  }
}

/** A computed expression, or its value where that is the same for every row. */
export function computed(typed: Omit<TypedComputed, 'kind'>): TypedExpression {
  return foldConstant({ kind: 'computed', ...typed });
}

/** A column depends on the row, so it counts as a part of itself. */
function typedParts(typed: TypedExpression): readonly TypedExpression[] {
  switch (typed.kind) {
    case 'literal':
      return [];
    case 'column':
      return [typed];
    case 'not':
    case 'test':
      return [typed.operand];
    case 'comparison':
    case 'logic':
      return [typed.left, typed.right];
    case 'computed':
      return typed.parts;
  }
}
