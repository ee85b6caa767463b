import { z } from 'zod';

export type Position = { readonly x: number; readonly y: number };
/** Where nodes stand on the canvas, by key; apart from what the pipeline means. */
export type Layout = ReadonlyMap<string, Position>;

const layoutSchema = z.object({ nodes: z.record(z.string(), z.object({ x: z.number(), y: z.number() })) });

/** A layout file's text; what cannot be read is no layout, since nothing but places would be lost. */
export function parseLayout(text: string | null): Layout {
  if (text === null) return new Map();
  try {
    const parsed = layoutSchema.safeParse(JSON.parse(text));
    return parsed.success ? new Map(Object.entries(parsed.data.nodes)) : new Map();
  } catch (error) {
    if (error instanceof SyntaxError) return new Map();
    throw error;
  }
}

/** Keys in order, so that a moved node is one changed line. */
export function formatLayout(layout: Layout): string {
  const lines = [...layout]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, { x, y }]) => `    ${JSON.stringify(key)}: { "x": ${Math.round(x)}, "y": ${Math.round(y)} }`);
  return `{\n  "nodes": {\n${lines.join(',\n')}\n  }\n}\n`;
}
