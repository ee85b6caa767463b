import { z } from 'zod';
import { parseByteSize } from '../values/byte-size.ts';
import { parseDuration } from '../values/duration.ts';
import { isName, nameFault } from '../values/name.ts';
import { DEFAULT_INPUT_PORT, DEFAULT_OUTPUT_PORT, type PortRef } from './pipeline-document.ts';
import { isPipelineId } from './pipeline-id.ts';

export const DOCUMENT_FORMAT = 'millrace/pipeline';
/** Raise it together with a migration when a document of the former version would be read differently. */
export const DOCUMENT_VERSION = 1;
/** From each version to the next, on the JSON value. */
export const documentMigrations: Readonly<Record<number, (document: unknown) => unknown>> = {};

export const MAX_NODES = 1_000;
export const MAX_EDGES = 5_000;
const MAX_LABEL = 200;
const MAX_NOTE = 20_000;

const name = z.string({ error: 'Write a name, as text.' }).superRefine((text, context) => {
  const fault = nameFault(text);
  if (fault !== null) context.addIssue(fault);
});

export const nodeSchema = z.strictObject(
  {
    type: z
      .string({ error: 'A node has a type. Write one, such as "filter".' })
      .min(1, 'A node has a type. Write one.'),
    config: z
      .record(z.string(), z.unknown(), { error: 'The configuration is an object. Write it in braces.' })
      .default(() => ({})),
    label: z
      .string({ error: 'A label is text.' })
      .max(MAX_LABEL, `A label has at most ${MAX_LABEL} characters.`)
      .optional(),
    note: z.string({ error: 'A note is text.' }).max(MAX_NOTE, `A note has at most ${MAX_NOTE} characters.`).optional(),
    onError: z
      .enum(['port', 'null', 'stop'], { error: 'Choose "port", "null" or "stop" for rows that fail.' })
      .default('port'),
  },
  { error: unlessUnknown('A node is an object with type and config. Write it in braces.') },
);

const edgeSchema = z.strictObject(
  { from: portRef(DEFAULT_OUTPUT_PORT), to: portRef(DEFAULT_INPUT_PORT) },
  { error: unlessUnknown('An edge is an object with from and to. Write it in braces.') },
);

const settingsSchema = z.strictObject(
  { commitInterval: parsedText(parseDuration).optional(), memory: parsedText(parseByteSize).optional() },
  { error: unlessUnknown('The settings are an object. Write them in braces.') },
);

/** The JSON of a document, strictly. Its format is judged before. */
export const documentSchema = z.strictObject(
  {
    format: z.literal(`${DOCUMENT_FORMAT}@${DOCUMENT_VERSION}`),
    id: z
      .string({ error: 'An id is text.' })
      .refine(isPipelineId, {
        error: 'An id has 12 digits and lower-case letters other than i, l, o, u. Leave it out to get a new one.',
      })
      .optional(),
    name,
    parameters: z
      .record(
        name,
        z.union([z.string(), z.number(), z.boolean()], { error: 'A parameter is text, a number, true or false.' }),
        {
          error: unlessUnknown('The parameters are an object of names and values. Write it in braces.'),
        },
      )
      .default(() => ({})),
    nodes: z.record(name, nodeSchema, {
      error: unlessUnknown('The nodes are an object of keys and nodes. Write it in braces.'),
    }),
    edges: z
      .array(edgeSchema, { error: 'The edges are a list. Write it in brackets.' })
      .max(MAX_EDGES, `A pipeline has at most ${MAX_EDGES} edges. Split it.`),
    settings: settingsSchema.default(() => ({})),
    tests: z.unknown().optional(),
  },
  { error: unlessUnknown('A pipeline is a JSON object. Write it in braces.') },
);

export type DocumentJson = z.infer<typeof documentSchema>;

/** `node` or `node.port`. */
function portRef(defaultPort: string): z.ZodType<PortRef> {
  return z
    .string({ error: 'Name a node, or a node and its port as node.port.' })
    .transform((text, context): PortRef => {
      const [node = '', port = defaultPort, ...rest] = text.split('.');
      if (!isName(node) || !isName(port) || rest.length > 0) {
        context.addIssue(`${shown(text)} names no port. Write a node, or a node and its port as node.port.`);
      }
      return { node, port };
    });
}

function parsedText(
  parse: (text: string) => { ok: true; value: number } | { ok: false; issues: readonly { message: string }[] },
) {
  return z.string({ error: 'Write a number and its unit, as text.' }).transform((text, context) => {
    const parsed = parse(text);
    if (parsed.ok && parsed.value > 0) return parsed.value;
    context.addIssue(
      parsed.ok
        ? `${text} is not above zero. Write a larger one.`
        : parsed.issues.map((issue) => issue.message).join(' '),
    );
    return z.NEVER;
  });
}

/** Unknown fields keep their own message. */
function unlessUnknown(message: string) {
  return ({ code }: { readonly code?: string }) => (code === 'invalid_type' ? message : undefined);
}

function shown(text: unknown): string {
  const quoted = JSON.stringify(text);
  return quoted.length <= 60 ? quoted : `${quoted.slice(0, 60)}…"`;
}
