import type {
  EdgeDocument,
  NodeDocument,
  OnError,
  PipelineDocument,
  PipelineSettings,
} from '../graph/pipeline-document.ts';

/**
 * One step of work on a document, as a value. A place `at` counts from 0 among the nodes or the edges; left out, or beyond the
 * last, it means the end.
 */
export type Edit =
  | { readonly kind: 'addNode'; readonly key: string; readonly node: NodeDocument; readonly at?: number }
  /** The edges of the node go with it. */
  | { readonly kind: 'removeNode'; readonly key: string }
  /** The node keeps its place, its edges follow. */
  | { readonly kind: 'renameNode'; readonly from: string; readonly to: string }
  | { readonly kind: 'setConfig'; readonly key: string; readonly config: unknown }
  | { readonly kind: 'setLabel'; readonly key: string; readonly label: string | undefined }
  | { readonly kind: 'setNote'; readonly key: string; readonly note: string | undefined }
  | { readonly kind: 'setOnError'; readonly key: string; readonly onError: OnError }
  | { readonly kind: 'addEdge'; readonly edge: EdgeDocument; readonly at?: number }
  /** Of equal edges the first. */
  | { readonly kind: 'removeEdge'; readonly edge: EdgeDocument }
  /** All edges at once. As in a file they may lead nowhere or occur twice, which lets an inverse restore any list. */
  | { readonly kind: 'setEdges'; readonly edges: readonly EdgeDocument[] }
  | { readonly kind: 'setSettings'; readonly settings: PipelineSettings }
  /** In this order, all of them or none. */
  | { readonly kind: 'batch'; readonly edits: readonly Edit[] };

export type EditOf<K extends Edit['kind']> = Extract<Edit, { readonly kind: K }>;

/** A document after an edit, and the edit that leads back. */
export type EditedDocument = { readonly document: PipelineDocument; readonly inverse: Edit };
