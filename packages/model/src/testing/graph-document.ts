import { formatEdge, type NodeDocument, type PipelineDocument, type PortRef } from '../graph/pipeline-document.ts';

/** A node of which a test asks nothing but that it is this one. */
export function namedNode(note: string): NodeDocument {
  return { type: 'filter', config: {}, onError: 'port', note };
}

/** A document of nodes `a b c` and edges `a>b b.error>c.left`, as in a file without ports the default ones. */
export function graphDocument(keys: string, edges: string): PipelineDocument {
  return {
    name: 'graph',
    parameters: new Map(),
    nodes: new Map(words(keys).map((key) => [key, namedNode(key)])),
    edges: words(edges).map((edge) => {
      const [from = '', to = ''] = edge.split('>');
      return { from: portRef(from, 'out'), to: portRef(to, 'in') };
    }),
    settings: {},
  };
}

/** Keys and edges as {@link graphDocument} takes them. */
export function graphText({ nodes, edges }: PipelineDocument): readonly [string, string] {
  return [[...nodes.keys()].join(' '), edges.map((edge) => formatEdge(edge).replace(' to ', '>')).join(' ')];
}

function words(text: string): readonly string[] {
  return text === '' ? [] : text.split(' ');
}

function portRef(text: string, defaultPort: string): PortRef {
  const [node = '', port = defaultPort] = text.split('.');
  return { node, port };
}
