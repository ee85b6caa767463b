import { type Edit, formatDocument, type PipelineDocument, parseDocument } from '@millrace/model';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyStep, type Draft, NO_HISTORY, redone, remembered, type Step, undone } from './edit-history.ts';
import { formatLayout, parseLayout } from './layout.ts';

function start(): Draft {
  const parsed = parseDocument(
    '{"format":"millrace/pipeline@1","name":"x","nodes":{"a":{"type":"generator","config":{}},"b":{"type":"filter","config":{}}},"edges":[{"from":"a","to":"b"}]}',
  );
  if (!parsed.ok) throw new Error('the document is well formed');
  return { document: parsed.value, layout: new Map([['a', { x: 0, y: 0 }]]) };
}

const text = ({ document, layout }: Draft) => formatDocument(document as PipelineDocument) + formatLayout(layout);
const key = fc.constantFrom('a', 'b', 'c', 'd');
const place = fc.option(fc.record({ x: fc.integer(), y: fc.integer() }));
const edit: fc.Arbitrary<Edit> = fc.oneof(
  key.map((k): Edit => ({ kind: 'addNode', key: k, node: { type: 'filter', config: { where: k }, onError: 'port' } })),
  key.map((k): Edit => ({ kind: 'removeNode', key: k })),
  fc.tuple(key, key).map(([from, to]): Edit => ({ kind: 'renameNode', from, to })),
  fc.tuple(key, fc.string()).map(([k, where]): Edit => ({ kind: 'setConfig', key: k, config: { where } })),
);
const step: fc.Arbitrary<Step> = fc.record({
  edit: fc.option(edit),
  moves: fc.array(fc.tuple(key, place)).map((moves) => new Map(moves)),
});

test('undo after do leaves nothing behind, and redo brings it all back, places too [V1]', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      const texts = [text(start())];
      let draft = start();
      let history = NO_HISTORY;
      for (const one of steps) {
        const applied = applyStep(draft, one);
        if (!('draft' in applied)) continue;
        draft = applied.draft;
        history = remembered(history, applied.inverse);
        texts.push(text(draft));
      }
      for (let i = texts.length - 2; i >= 0; i--) {
        const back = undone(draft, history);
        expect(back).not.toBeNull();
        if (back !== null) ({ draft, history } = back);
        expect(text(draft)).toBe(texts[i]);
      }
      expect(undone(draft, history)).toBeNull();
      for (let i = 1; i < texts.length; i++) {
        const again = redone(draft, history);
        if (again !== null) ({ draft, history } = again);
        expect(text(draft)).toBe(texts[i]);
      }
    }),
  );
});

test('a new step forgets what was undone', () => {
  const applied = applyStep(start(), { edit: { kind: 'removeNode', key: 'b' }, moves: new Map() });
  if (!('draft' in applied)) throw new Error('the edit fits');
  const back = undone(applied.draft, remembered(NO_HISTORY, applied.inverse));
  expect(remembered(back?.history ?? NO_HISTORY, { edit: null, moves: new Map() }).future).toEqual([]);
});

test('a layout is read as it was written, and a broken one is none', () => {
  const layout = new Map([
    ['b', { x: 3, y: -4 }],
    ['a', { x: 1, y: 2 }],
  ]);
  expect(parseLayout(formatLayout(layout))).toEqual(layout);
  expect(formatLayout(layout)).toMatch(/"a": .*\n {4}"b"/);
  expect(parseLayout('{').size).toBe(0);
  expect(parseLayout('{"nodes":{"a":1}}').size).toBe(0);
});
