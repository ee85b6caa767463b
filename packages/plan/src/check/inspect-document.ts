import type { EdgeSchema, Issue, NodeSpec, PipelineDocument, PortSpec } from '@millrace/model';
import { type JudgedDocument, judgeDocument } from './judge-document.ts';

/** What an editor knows of a node, right or not. */
export type InspectedNode = {
  /** Null: there is no such type. */
  readonly spec: NodeSpec | null;
  /** Validated, with defaults filled in; null while it is broken. */
  readonly config: unknown;
  /** Ports; while the configuration is broken, those of a node that was just made. */
  readonly inputs: readonly PortSpec[];
  readonly outputs: readonly PortSpec[];
  /** By port, as far as types could be followed. */
  readonly inputSchemas: ReadonlyMap<string, EdgeSchema>;
  readonly outputSchemas: ReadonlyMap<string, EdgeSchema>;
};

export type InspectedDocument = {
  readonly nodes: ReadonlyMap<string, InspectedNode>;
  readonly issues: readonly Issue[];
};

/** A document in the making: its issues, and of each node what can be told. */
export function inspectDocument(document: PipelineDocument): InspectedDocument {
  const judged = judgeDocument(document);
  const nodes = [...judged.drafts.keys()].map((id) => [id, inspected(judged, id)] as const);
  return { nodes: new Map(nodes), issues: judged.issues };
}

function inspected({ drafts, resolved, edges }: JudgedDocument, id: string): InspectedNode {
  const draft = drafts.get(id);
  const valid = draft?.valid ?? null;
  const inputs = edges
    .filter(({ to }) => to.node === id)
    .flatMap(({ from, to }) => {
      const schema = resolved.get(from.node)?.outputs?.get(from.port);
      return schema === undefined ? [] : [[to.port, schema] as const];
    });
  const spec = draft?.definition?.spec ?? null;
  return {
    spec,
    config: valid?.config ?? null,
    inputs: valid?.inputs ?? spec?.inputs(spec.form.initial) ?? [],
    outputs: valid?.outputs ?? spec?.outputs(spec.form.initial) ?? [],
    inputSchemas: new Map(inputs),
    outputSchemas: resolved.get(id)?.outputs ?? new Map(),
  };
}
