import type { SinkConnector, SinkDescription, SourceConnector, SourceDescription } from '@millrace/connectors-spec';
import type { EdgeDocument, EdgeSchema, OnError, PipelineDocument } from '@millrace/model';
import type { OperatorDefinition } from '@millrace/operators';

/** A document without mistakes, with everything found that it names. Node ids are the keys of the document. */
export type CheckedPipeline = {
  /** With its parameters put in and its nodes in the order of their ids. */
  readonly document: PipelineDocument;
  /** All nodes in an order in which every edge goes forward; a function of the graph, not of the order in the document (V1). */
  readonly order: readonly string[];
  readonly nodes: ReadonlyMap<string, CheckedNode>;
  /** Sorted by their ends. */
  readonly edges: readonly EdgeDocument[];
};

export type CheckedNode = CheckedSource | CheckedOperator | CheckedSink;

type CheckedParts = {
  readonly id: string;
  /** Validated, with defaults filled in. */
  readonly config: unknown;
  /** By input port; unconnected optional inputs are absent. */
  readonly inputs: ReadonlyMap<string, EdgeSchema>;
  /** By output port, connected or not. */
  readonly outputs: ReadonlyMap<string, EdgeSchema>;
};

export type CheckedSource = CheckedParts & {
  readonly role: 'source';
  readonly definition: SourceConnector;
  readonly description: SourceDescription;
};

export type CheckedOperator = CheckedParts & {
  readonly role: 'operator';
  readonly definition: OperatorDefinition;
  readonly onError: OnError;
};

export type CheckedSink = CheckedParts & {
  readonly role: 'sink';
  readonly definition: SinkConnector;
  readonly description: SinkDescription;
};
