import { describe, expect, test } from 'vitest';
import { succeeded } from '../testing/messages.ts';
import { MAX_EDGES, MAX_NODES } from './document-schema.ts';
import { MAX_DOCUMENT_LENGTH, parseDocument } from './parse-document.ts';

const base = { format: 'millrace/pipeline@1', name: 'bids', nodes: {}, edges: [] };
const filter = { type: 'filter', config: { where: 'price > 100' } };

function issuesOf(document: unknown) {
  return parseDocument(typeof document === 'string' ? document : JSON.stringify(document)).issues;
}

test('defaults are filled in, ports have their names [V1]', () => {
  const text = JSON.stringify({
    ...base,
    nodes: { a: { type: 'union' }, b: filter },
    edges: [
      { from: 'a', to: 'b' },
      { from: 'b.error', to: 'c.left' },
    ],
    settings: { commitInterval: '500ms', memory: '1GB' },
    tests: [1],
  });
  expect(succeeded(parseDocument(text))).toEqual({
    name: 'bids',
    parameters: new Map(),
    nodes: new Map([
      ['a', { type: 'union', config: {}, onError: 'port' }],
      ['b', { ...filter, onError: 'port' }],
    ]),
    edges: [
      { from: { node: 'a', port: 'out' }, to: { node: 'b', port: 'in' } },
      { from: { node: 'b', port: 'error' }, to: { node: 'c', port: 'left' } },
    ],
    settings: { commitIntervalMs: 500, memoryBytes: 1_073_741_824 },
    tests: [1],
  });
});

describe('issues name node and field', () => {
  test.each<readonly [string, unknown, { node?: string; field?: string; message: string }]>([
    ['unknown field', { ...base, nam: 1 }, { field: 'nam', message: 'There is no setting nam here.' }],
    [
      'unknown field of a node',
      { ...base, nodes: { a: { ...filter, onErr: 1 } } },
      { node: 'a', field: 'onErr', message: 'There is no setting onErr here.' },
    ],
    [
      'unknown field of an edge',
      { ...base, edges: [{ from: 'a', to: 'b', via: 'c' }] },
      { field: 'edges[0].via', message: 'There is no setting via' },
    ],
    ['unknown setting', { ...base, settings: { x: 1 } }, { field: 'settings.x', message: 'There is no setting x' }],
    ['no type', { ...base, nodes: { a: { config: {} } } }, { node: 'a', field: 'type', message: 'A node has a type.' }],
    [
      'config that is no object',
      { ...base, nodes: { a: { type: 'x', config: [] } } },
      { node: 'a', field: 'config', message: 'Write it in braces.' },
    ],
    ['node that is no object', { ...base, nodes: { a: 3 } }, { field: 'nodes.a', message: 'A node is an object' }],
    [
      'wrong onError',
      { ...base, nodes: { a: { ...filter, onError: 'drop' } } },
      { node: 'a', field: 'onError', message: 'Choose "port", "null" or "stop"' },
    ],
    ['key that is no name', { ...base, nodes: { 'a b': filter } }, { field: 'nodes["a b"]', message: 'is no name' }],
    [
      'key of Object',
      { ...base, nodes: { constructor: filter } },
      { field: 'nodes.constructor', message: 'is reserved' },
    ],
    ['pipeline that is no name', { ...base, name: 'a.b' }, { field: 'name', message: 'is no name' }],
    ['no name', { ...base, name: undefined }, { field: 'name', message: 'Write a name' }],
    [
      'wrong id',
      { ...base, id: 'K3V9Q2M7XW4A' },
      { field: 'id', message: 'An id has 12 digits and lower-case letters' },
    ],
    [
      'edge to a port of a port',
      { ...base, edges: [{ from: 'a.b.c', to: 'b' }] },
      { field: 'edges[0].from', message: '"a.b.c" names no port.' },
    ],
    [
      'edge to no name',
      { ...base, edges: [{ from: 'a', to: '' }] },
      { field: 'edges[0].to', message: 'names no port' },
    ],
    ['edges that are no list', { ...base, edges: {} }, { field: 'edges', message: 'The edges are a list.' }],
    [
      'interval without unit',
      { ...base, settings: { commitInterval: '500' } },
      { field: 'settings.commitInterval', message: 'Add a unit' },
    ],
    [
      'interval of 0',
      { ...base, settings: { commitInterval: '0s' } },
      { field: 'settings.commitInterval', message: 'not above zero' },
    ],
    [
      'memory without unit',
      { ...base, settings: { memory: 5 } },
      { field: 'settings.memory', message: 'Write a number and its unit' },
    ],
    [
      'parameter that is a list',
      { ...base, parameters: { A: [] } },
      { field: 'parameters.A', message: 'A parameter is text, a number, true or false.' },
    ],
    ['no object', [], { message: 'A pipeline is a JSON object.' }],
    [
      'no format',
      { ...base, format: undefined },
      { field: 'format', message: 'Write "format": "millrace/pipeline@1".' },
    ],
    ['another format', { ...base, format: 'flow@1' }, { field: 'format', message: 'This is no format of a pipeline.' }],
    [
      'format of version 0',
      { ...base, format: 'millrace/pipeline@0' },
      { field: 'format', message: 'This is no format' },
    ],
    [
      'newer format',
      { ...base, format: 'millrace/pipeline@2', x: 1 },
      { field: 'format', message: 'made by a newer Millrace' },
    ],
  ])('%s [V1]', (_, document, { message, ...place }) => {
    const [issue, ...others] = issuesOf(document);
    expect(issue).toEqual({ severity: 'error', ...place, message: expect.stringContaining(message) });
    expect(others).toEqual([]);
  });

  test('all at once', () => {
    const nodes = { a: { config: 1, x: 1 }, 'b c': filter };
    expect(issuesOf({ ...base, nodes, edges: [{}] }).map((issue) => `${issue.node ?? ''} ${issue.field}`)).toEqual([
      'a type',
      'a config',
      'a x',
      ' nodes["b c"]',
      ' edges[0].from',
      ' edges[0].to',
    ]);
  });

  test('a fault of the JSON has line, column and range', () => {
    expect(issuesOf('{ "format": "millrace/pipeline@1",\n  name: 1 }')).toEqual([
      { severity: 'error', message: expect.stringContaining('At line 2, column 3.'), range: { from: 37, to: 38 } },
    ]);
  });
});

describe('names of the language that runs this are harmless', () => {
  test('__proto__ is refused wherever it stands', () => {
    for (const text of [
      '{"__proto__":{}}',
      '{"nodes":{"__proto__":{}}}',
      '{"nodes":{"a":{"config":{"x":{"__proto__":{"polluted":1}}}}}}',
    ]) {
      expect(issuesOf(text)[0]?.message).toContain('The name __proto__ cannot be used.');
    }
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });

  test('constructor and prototype are ordinary settings', () => {
    const config = { constructor: { prototype: 1 }, toString: 2 };
    const document = succeeded(parseDocument(JSON.stringify({ ...base, nodes: { a: { type: 'x', config } } })));
    expect(document.nodes.get('a')?.config).toEqual(config);
    expect(document.nodes.get('toString')).toBeUndefined();
  });
});

describe('sizes are bounded [X6]', () => {
  test.each<readonly [string, unknown, string]>([
    ['text', ' '.repeat(MAX_DOCUMENT_LENGTH + 1), 'at most 1 MB'],
    [
      'nodes',
      { ...base, nodes: Object.fromEntries(Array.from({ length: MAX_NODES + 1 }, (_, i) => [`n${i}`, filter])) },
      'at most 1000 nodes',
    ],
    [
      'edges',
      { ...base, edges: Array.from({ length: MAX_EDGES + 1 }, () => ({ from: 'a', to: 'b' })) },
      'at most 5000 edges',
    ],
    ['depth', JSON.stringify(base).replace('{}', '['.repeat(130)), 'nested more than 128 deep'],
    ['label', { ...base, nodes: { a: { ...filter, label: 'x'.repeat(201) } } }, 'at most 200 characters'],
  ])('%s', (_, document, message) => {
    expect(issuesOf(document).map((issue) => issue.message)).toEqual([expect.stringContaining(message)]);
  });
});
