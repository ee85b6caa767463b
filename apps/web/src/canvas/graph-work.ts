import { CONNECTORS } from '@millrace/connectors-spec';
import {
  applyEdit,
  type Clipboard,
  type EdgeDocument,
  type Edit,
  insertOnEdge,
  type NodeSpec,
  type PipelineDocument,
  pasteNodes,
  removeMending,
  uniqueKey,
} from '@millrace/model';
import { OPERATORS } from '@millrace/operators';
import { inspectDocument } from '@millrace/plan';
import { useDocument } from '../document/document-store.ts';
import type { Position } from '../document/layout.ts';
import { useInspector } from '../inspector/inspector-store.ts';
import { useViewport } from '../viewport/viewport-store.ts';
import { arrange } from './arrange.ts';
import { edgeId } from './to-flow.ts';

/** What a palette entry carries while it is dragged. */
export const NODE_MIME = 'application/x-millrace-node';

/** Every node type of the catalogues. */
export const NODE_SPECS: ReadonlyMap<string, NodeSpec> = new Map(
  [...CONNECTORS, ...OPERATORS].map(([type, { spec }]) => [type, spec as NodeSpec]),
);

/** How far copies stand from what was copied. */
const PASTE_SHIFT = 32;
/** A card's header port stands here; a dropped card is held there. */
const GRIP: Position = { x: 100, y: 22 };

/** Puts a new node on the canvas and selects it. */
export function addNode(type: string, at: Position): void {
  const { document } = useDocument.getState();
  const spec = NODE_SPECS.get(type);
  if (document === null || spec === undefined) return;
  const key = uniqueKey(document, keyWish(spec));
  did({ kind: 'addNode', key, node: nodeOf(spec) }, new Map([[key, held(at)]]), [key]);
}

/** Puts a new node between the two ends of an edge. */
export function insertNode(type: string, edge: EdgeDocument, at: Position): void {
  const { document } = useDocument.getState();
  const spec = NODE_SPECS.get(type);
  if (document === null || spec === undefined) return;
  const [inPort] = spec.inputs(spec.form.initial);
  const [outPort] = spec.outputs(spec.form.initial);
  if (inPort === undefined || outPort === undefined) {
    addNode(type, at);
    return;
  }
  const key = uniqueKey(document, keyWish(spec));
  const edit = insertOnEdge(document, edge, key, nodeOf(spec), inPort.name, outPort.name);
  did(edit, new Map([[key, held(at)]]), [key]);
}

/** Puts a new node behind the selected one and wires it where it fits, or in the middle of what is seen. */
export function addBehindSelection(type: string, middle: Position): void {
  const { document, layout } = useDocument.getState();
  const spec = NODE_SPECS.get(type);
  const before = document === null ? null : senderSelected(document);
  const [inPort] = spec?.inputs(spec.form.initial) ?? [];
  if (document === null || spec === undefined || before === null || inPort === undefined) {
    addNode(type, grippedAt(freeFrom(layout, middle)));
    return;
  }
  const key = uniqueKey(document, keyWish(spec));
  const edge = { from: { node: before, port: 'out' }, to: { node: key, port: inPort.name } };
  const edits: Edit[] = [
    { kind: 'addNode', key, node: nodeOf(spec) },
    { kind: 'addEdge', edge },
  ];
  did({ kind: 'batch', edits }, new Map([[key, freePlace(layout, layout.get(before) ?? middle)]]), [key]);
}

/** The one selected node, if it sends rows. */
function senderSelected(document: PipelineDocument): string | null {
  const [selected, ...more] = useInspector.getState().nodes;
  if (selected === undefined || more.length > 0) return null;
  const outputs = inspectDocument(document).nodes.get(selected)?.outputs ?? [];
  return outputs.some(({ name }) => name === 'out') ? selected : null;
}

/** Deletes what is selected; an edge is mended where the types of its two ends agree. */
export function deleteSelection(): void {
  const { document } = useDocument.getState();
  const { nodes, edges } = useInspector.getState();
  if (document === null || (nodes.length === 0 && edges.length === 0)) return;
  const loose = edges.filter(({ from, to }) => !nodes.includes(from.node) && !nodes.includes(to.node));
  const cut = loose.map((edge): Edit => ({ kind: 'removeEdge', edge }));
  const removed = nodes.map((key): Edit => ({ kind: 'removeNode', key }));
  const mended = mendingFits(document, nodes) ? [removeMending(document, nodes)] : removed;
  did({ kind: 'batch', edits: [...cut, ...mended] }, new Map(nodes.map((key) => [key, null])), []);
}

/** Whether the edges that would close the gap bring in no issue that is not there without them. */
function mendingFits(document: PipelineDocument, keys: readonly string[]): boolean {
  const after = previewed(document, removeMending(document, keys));
  const without = previewed(document, { kind: 'batch', edits: keys.map((key): Edit => ({ kind: 'removeNode', key })) });
  if (after === null || without === null || after.edges.length === without.edges.length) return false;
  const errors = (one: PipelineDocument) =>
    inspectDocument(one).issues.filter(({ severity }) => severity === 'error').length;
  return errors(after) <= errors(without);
}

function previewed(document: PipelineDocument, edit: Edit): PipelineDocument | null {
  const applied = applyEdit(document, edit);
  return applied.ok ? applied.value.document : null;
}

let clipboard: { readonly copied: Clipboard; readonly places: ReadonlyMap<string, Position> } | null = null;

export function copySelection(): void {
  const { document, layout } = useDocument.getState();
  const { nodes } = useInspector.getState();
  if (document === null || nodes.length === 0) return;
  const chosen = new Map([...document.nodes].filter(([key]) => nodes.includes(key)));
  const copied = { nodes: chosen, edges: document.edges };
  clipboard = { copied, places: new Map([...layout].filter(([key]) => chosen.has(key))) };
}

export function paste(): void {
  const { document } = useDocument.getState();
  if (document === null || clipboard === null) return;
  const edit = pasteNodes(document, clipboard.copied);
  const added = edit.kind === 'batch' ? edit.edits.flatMap((one) => (one.kind === 'addNode' ? [one.key] : [])) : [];
  const places = [...clipboard.copied.nodes.keys()].map((key) => clipboard?.places.get(key) ?? { x: 0, y: 0 });
  const moves = added.map((key, i) => {
    const { x, y } = places[i] ?? { x: 0, y: 0 };
    return [key, { x: x + PASTE_SHIFT, y: y + PASTE_SHIFT }] as const;
  });
  did(edit, new Map(moves), added);
}

/** Lays out the whole graph, as one step. */
export async function arrangeAll(): Promise<void> {
  const { document, inspected, change } = useDocument.getState();
  if (document !== null) change(null, await arrange(document, inspected));
}

/** The edge of the graph that is drawn at a place on the screen. */
export function edgeUnder(x: number, y: number): EdgeDocument | null {
  const id = document
    .elementsFromPoint(x, y)
    .map((element) => element.closest('.react-flow__edge')?.getAttribute('data-id'))
    .find((found) => found != null);
  return useDocument.getState().document?.edges.find((edge) => edgeId(edge) === id) ?? null;
}

function did(edit: Edit, moves: ReadonlyMap<string, Position | null>, selected: readonly string[]): void {
  const issues = useDocument.getState().change(edit, moves);
  const [first] = issues;
  if (first !== undefined) useViewport.getState().setNotice(first.message);
  else useInspector.getState().select(selected);
}

function nodeOf({ type, form }: NodeSpec) {
  return { type, config: structuredClone(form.initial), onError: 'port' as const };
}

/** A new node is called by its type, in a word. */
function keyWish({ type }: NodeSpec): string {
  return type.replace(/-(window|source|sink)$/, '');
}

function held({ x, y }: Position): Position {
  return { x: Math.round((x - GRIP.x) / 8) * 8, y: Math.round((y - GRIP.y) / 8) * 8 };
}

/** Where the mouse holds a card that stands here. */
function grippedAt({ x, y }: Position): Position {
  return { x: x + GRIP.x, y: y + GRIP.y };
}

/** To the right of a node, below what stands there. */
function freePlace(layout: ReadonlyMap<string, Position>, { x, y }: Position): Position {
  return freeFrom(layout, { x: x + 312, y });
}

/** A place, or the first one below it where no card is. */
function freeFrom(layout: ReadonlyMap<string, Position>, { x, y }: Position): Position {
  const place = { x, y };
  while ([...layout.values()].some((other) => Math.abs(other.x - place.x) < 200 && Math.abs(other.y - place.y) < 110))
    place.y += 120;
  return place;
}
