import { type FormField, formatExpression, parseDuration, parseExpression } from '@millrace/model';

/**
 * A validated configuration with its durations in milliseconds and its expressions in one spelling, so that two spellings of one
 * meaning are equal. Which fields are which is told by the node's form.
 */
export function normalConfig(fields: readonly FormField[], config: unknown): unknown {
  return fields.reduce((normal, { field, control }) => {
    switch (control) {
      case 'duration':
        return withField(normal, field.split('.'), normalDuration);
      case 'expression':
        return withField(normal, field.split('.'), normalText);
      case 'columns':
        return withField(normal, field.split('.'), (columns) => eachWithExpression(columns, 'expr'));
      case 'aggregates':
        return withField(normal, field.split('.'), (aggregates) => eachWithExpression(aggregates, 'where'));
      default:
        return normal;
    }
  }, config);
}

function withField(value: unknown, path: readonly string[], change: (value: unknown) => unknown): unknown {
  const [head, ...rest] = path;
  if (head === undefined) return change(value);
  if (typeof value !== 'object' || value === null || !(head in value)) return value;
  const object = value as Readonly<Record<string, unknown>>;
  return { ...object, [head]: withField(object[head], rest, change) };
}

function normalDuration(value: unknown): unknown {
  const parsed = typeof value === 'string' ? parseDuration(value) : null;
  return parsed?.ok === true ? parsed.value : value;
}

function normalText(value: unknown): unknown {
  const parsed = typeof value === 'string' ? parseExpression(value) : null;
  return parsed?.ok === true ? formatExpression(parsed.value) : value;
}

/** Columns are names or objects whose `expr` computes them; an aggregate may have a condition in `where`. */
function eachWithExpression(value: unknown, name: string): unknown {
  return Array.isArray(value) ? value.map((each: unknown) => withField(each, [name], normalText)) : value;
}
