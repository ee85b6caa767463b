import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAX_EDGES, MAX_NODES } from '../graph/document-schema.ts';
import { formatDocument } from '../graph/format-document.ts';
import { parseDocument } from '../graph/parse-document.ts';
import type { EdgeDocument, NodeDocument, PipelineDocument } from '../graph/pipeline-document.ts';
import { anyEdit, smallDocument } from '../testing/arbitrary-edit.ts';
import { outcome, succeeded } from '../testing/messages.ts';
import { applyEdit } from './apply-edit.ts';
import type { Edit } from './edit.ts';

const filter: NodeDocument = { type: 'filter', config: { where: 'price > 100' }, onError: 'port' };

function edge(from: string, to: string): EdgeDocument {
  return { from: { node: from, port: 'out' }, to: { node: to, port: 'in' } };
}

/** Nodes a, b, c in a row; the edge to `gone` leads nowhere. */
const row: PipelineDocument = {
  name: 'bids',
  parameters: new Map(),
  nodes: new Map([
    ['a', filter],
    ['b', filter],
    ['c', filter],
  ]),
  edges: [edge('a', 'b'), edge('b', 'c'), edge('c', 'gone')],
  settings: {},
};

function editedIfFits(document: PipelineDocument | undefined, edit: Edit): PipelineDocument | undefined {
  const applied = document === undefined ? undefined : applyEdit(document, edit);
  return applied?.ok ? applied.value.document : undefined;
}

describe('every sequence of edits [V1]', () => {
  test('is undone byte by byte and done again, and gives documents that a file brings back', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(smallDocument, fc.array(anyEdit, { maxLength: 12, size: 'max' }), (start, edits) => {
        const texts = [formatDocument(start)];
        const inverses: Edit[] = [];
        let document = start;
        for (const edit of edits) {
          const applied = applyEdit(document, edit);
          if (!applied.ok) continue;
          seen.add(edit.kind);
          ({ document } = applied.value);
          inverses.push(applied.value.inverse);
          texts.push(formatDocument(document));
          expect(succeeded(parseDocument(formatDocument(document)))).toEqual(document);
        }
        const redos: Edit[] = [];
        for (const undo of inverses.toReversed()) {
          expect(formatDocument(document)).toBe(texts[inverses.length - redos.length]);
          const undone = succeeded(applyEdit(document, undo));
          ({ document } = undone);
          redos.push(undone.inverse);
        }
        expect(document).toEqual(start);
        expect(formatDocument(document)).toBe(texts[0]);
        for (const [i, redo] of redos.toReversed().entries()) {
          ({ document } = succeeded(applyEdit(document, redo)));
          expect(formatDocument(document)).toBe(texts[i + 1]);
        }
      }),
      { numRuns: 200 },
    );
    expect(seen.size).toBe(12);
  });

  test('as one batch is all or nothing', () => {
    fc.assert(
      fc.property(smallDocument, fc.array(anyEdit, { maxLength: 5 }), (start, edits) => {
        const before = formatDocument(start);
        const document = edits.reduce<PipelineDocument | undefined>(editedIfFits, start);
        const batch = applyEdit(start, { kind: 'batch', edits });
        expect(batch.ok).toBe(document !== undefined);
        expect(formatDocument(start)).toBe(before);
        if (!batch.ok || document === undefined) return;
        expect(formatDocument(batch.value.document)).toBe(formatDocument(document));
        const undone = succeeded(applyEdit(batch.value.document, batch.value.inverse));
        expect(formatDocument(undone.document)).toBe(before);
        const redone = succeeded(applyEdit(undone.document, undone.inverse));
        expect(formatDocument(redone.document)).toBe(formatDocument(document));
      }),
      { numRuns: 500 },
    );
  });
});

function edited(edit: Edit): PipelineDocument {
  return succeeded(applyEdit(row, edit)).document;
}

function undone(edit: Edit): string {
  const { document, inverse } = succeeded(applyEdit(row, edit));
  return formatDocument(succeeded(applyEdit(document, inverse)).document);
}

describe('what an edit does', () => {
  test.each<readonly [string, Edit, readonly string[]]>([
    ['addNode', { kind: 'addNode', key: 'd', node: filter }, ['a', 'b', 'c', 'd']],
    ['addNode at a place', { kind: 'addNode', key: 'd', node: filter, at: 1 }, ['a', 'd', 'b', 'c']],
    ['addNode beyond the end', { kind: 'addNode', key: 'd', node: filter, at: 9 }, ['a', 'b', 'c', 'd']],
    ['removeNode', { kind: 'removeNode', key: 'b' }, ['a', 'c']],
    ['renameNode', { kind: 'renameNode', from: 'b', to: 'z' }, ['a', 'z', 'c']],
    ['renameNode to the same', { kind: 'renameNode', from: 'b', to: 'b' }, ['a', 'b', 'c']],
  ])('%s: the nodes', (_, edit, keys) => {
    expect([...edited(edit).nodes.keys()]).toEqual(keys);
    expect(undone(edit)).toBe(formatDocument(row));
  });

  test.each<readonly [string, Edit, readonly EdgeDocument[]]>([
    ['removeNode', { kind: 'removeNode', key: 'b' }, [edge('c', 'gone')]],
    ['renameNode', { kind: 'renameNode', from: 'b', to: 'z' }, [edge('a', 'z'), edge('z', 'c'), edge('c', 'gone')]],
    ['addEdge', { kind: 'addEdge', edge: edge('a', 'c') }, [...row.edges, edge('a', 'c')]],
    ['addEdge at a place', { kind: 'addEdge', edge: edge('a', 'c'), at: 0 }, [edge('a', 'c'), ...row.edges]],
    ['removeEdge', { kind: 'removeEdge', edge: edge('c', 'gone') }, [edge('a', 'b'), edge('b', 'c')]],
    ['setEdges', { kind: 'setEdges', edges: [edge('x', 'y')] }, [edge('x', 'y')]],
    ['addNode where an edge led nowhere', { kind: 'addNode', key: 'gone', node: filter }, row.edges],
    [
      'renameNode to where an edge led',
      { kind: 'renameNode', from: 'a', to: 'gone' },
      [edge('gone', 'b'), edge('b', 'c'), edge('c', 'gone')],
    ],
  ])('%s: the edges', (_, edit, edges) => {
    expect(edited(edit).edges).toEqual(edges);
    expect(undone(edit)).toBe(formatDocument(row));
  });

  test.each<readonly [Edit, NodeDocument]>([
    [
      { kind: 'setConfig', key: 'b', config: { where: 'true' } },
      { ...filter, config: { where: 'true' } },
    ],
    [
      { kind: 'setLabel', key: 'b', label: 'Dear' },
      { ...filter, label: 'Dear' },
    ],
    [
      { kind: 'setNote', key: 'b', note: '' },
      { ...filter, note: '' },
    ],
    [
      { kind: 'setOnError', key: 'b', onError: 'stop' },
      { ...filter, onError: 'stop' },
    ],
  ])('$0.kind', (edit, node) => {
    expect([...edited(edit).nodes.values()]).toEqual([filter, node, filter]);
    expect(undone(edit)).toBe(formatDocument(row));
  });

  test('a label and a note that are taken away are absent', () => {
    const edits = [
      { kind: 'setLabel' as const, key: 'b', label: 'Dear' },
      { kind: 'setNote' as const, key: 'b', note: 'why' },
      { kind: 'setLabel' as const, key: 'b', label: undefined },
      { kind: 'setNote' as const, key: 'b', note: undefined },
    ];
    expect(edited({ kind: 'batch', edits }).nodes.get('b')).toStrictEqual(filter);
  });

  test('settings are replaced as a whole', () => {
    const first = edited({ kind: 'setSettings', settings: { commitIntervalMs: 500 } });
    const second = succeeded(applyEdit(first, { kind: 'setSettings', settings: { memoryBytes: 1024 } })).document;
    expect(second.settings).toStrictEqual({ memoryBytes: 1024 });
  });
});

function nested(depth: number): unknown {
  return depth === 0 ? 1 : { x: nested(depth - 1) };
}

const many = {
  ...row,
  nodes: new Map(Array.from({ length: MAX_NODES }, (_, i) => [`n${i}`, filter])),
  edges: Array.from({ length: MAX_EDGES }, (_, i) => edge('n0', `x${i}`)),
};

describe('an edit that does not fit says why', () => {
  test.each<readonly [string, Edit, string]>([
    ['key taken', { kind: 'addNode', key: 'a', node: filter }, 'There is a node a already. Choose another name.'],
    ['key no name', { kind: 'addNode', key: 'a b', node: filter }, '"a b" is no name.'],
    ['key reserved', { kind: 'addNode', key: '__proto__', node: filter }, 'The name "__proto__" is reserved.'],
    ['node without type', { kind: 'addNode', key: 'd', node: { ...filter, type: '' } }, 'A node has a type.'],
    ['removed node', { kind: 'removeNode', key: 'd' }, 'There is no node d. The nodes are a, b and c.'],
    ['renamed node', { kind: 'renameNode', from: 'd', to: 'e' }, 'There is no node d.'],
    ['new name taken', { kind: 'renameNode', from: 'a', to: 'b' }, 'There is a node b already.'],
    ['new name no name', { kind: 'renameNode', from: 'a', to: '1' }, '"1" is no name.'],
    ['config of no node', { kind: 'setConfig', key: 'd', config: {} }, 'There is no node d.'],
    ['label of no node', { kind: 'setLabel', key: 'd', label: 'x' }, 'There is no node d.'],
    ['note of no node', { kind: 'setNote', key: 'd', note: 'x' }, 'There is no node d.'],
    ['errors of no node', { kind: 'setOnError', key: 'd', onError: 'null' }, 'There is no node d.'],
    ['config no object', { kind: 'setConfig', key: 'a', config: [] }, 'The configuration is an object.'],
    ['config no number', { kind: 'setConfig', key: 'a', config: { x: [Number.NaN] } }, 'NaN is no number of JSON.'],
    ['config no JSON', { kind: 'setConfig', key: 'a', config: { x: [undefined] } }, 'no value for undefined.'],
    ['config too deep', { kind: 'setConfig', key: 'a', config: nested(126) }, 'more than 125 deep.'],
    [
      'config with __proto__',
      { kind: 'setConfig', key: 'a', config: { x: JSON.parse('{"__proto__":1}') } },
      'The name __proto__ cannot be used.',
    ],
    ['long label', { kind: 'setLabel', key: 'a', label: 'x'.repeat(201) }, 'A label has at most 200 characters.'],
    ['long note', { kind: 'setNote', key: 'a', note: 'x'.repeat(20_001) }, 'A note has at most 20000 characters.'],
    ['edge exists', { kind: 'addEdge', edge: edge('a', 'b') }, 'There is an edge from a to b already. Keep that one.'],
    ['edge from nowhere', { kind: 'addEdge', edge: edge('d', 'b') }, 'There is no node d.'],
    ['edge to nowhere', { kind: 'addEdge', edge: edge('a', 'gone') }, 'There is no node gone.'],
    [
      'port no name',
      { kind: 'addEdge', edge: { from: { node: 'a', port: 'x.y' }, to: { node: 'b', port: 'in' } } },
      '"x.y" is no name.',
    ],
    ['no such edge', { kind: 'removeEdge', edge: edge('a', 'c') }, 'There is no edge from a to c.'],
    ['edges no names', { kind: 'setEdges', edges: [edge('a', 'b.c')] }, '"b.c" is no name.'],
    ['interval of 0', { kind: 'setSettings', settings: { commitIntervalMs: 0 } }, 'The commit interval is a whole'],
    ['half a byte', { kind: 'setSettings', settings: { memoryBytes: 0.5 } }, 'The memory is a whole number of bytes'],
    [
      'one of a batch',
      {
        kind: 'batch',
        edits: [
          { kind: 'removeNode', key: 'a' },
          { kind: 'removeNode', key: 'a' },
        ],
      },
      'There is no node a.',
    ],
  ])('%s', (_, edit, message) => {
    expect(outcome(applyEdit(row, edit))).toEqual(expect.stringContaining(message));
  });

  test.each<readonly [string, Edit, string]>([
    ['nodes', { kind: 'addNode', key: 'd', node: filter }, 'A pipeline has at most 1000 nodes. Split it.'],
    ['edges', { kind: 'addEdge', edge: edge('n0', 'n1') }, 'A pipeline has at most 5000 edges. Split it.'],
    ['set edges', { kind: 'setEdges', edges: [...many.edges, edge('a', 'b')] }, 'at most 5000 edges'],
  ])('too many %s [X6]', (_, edit, message) => {
    expect(outcome(applyEdit(many, edit))).toEqual(expect.stringContaining(message));
  });

  test('it names the node and the field', () => {
    expect(applyEdit(row, { kind: 'setLabel', key: 'a', label: 'x'.repeat(201) }).issues).toEqual([
      { severity: 'error', node: 'a', field: 'label', message: 'A label has at most 200 characters.' },
    ]);
  });

  test('a configuration as deep as a file may have it fits and is read back', () => {
    const document = edited({ kind: 'setConfig', key: 'a', config: nested(125) });
    expect(succeeded(parseDocument(formatDocument(document)))).toEqual(document);
  });
});
