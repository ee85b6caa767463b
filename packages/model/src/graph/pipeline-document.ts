/**
 * A pipeline as its file says it: what a person wrote, not yet checked against the catalogues. Nodes keep the order of the
 * file, which has no meaning (V1).
 */
export type PipelineDocument = {
  /** Names the pipeline outside: in topics, groups and transactional ids. Absent until the service gives one. */
  readonly id?: string;
  readonly name: string;
  /** Values for `${NAME}` in the configurations, which an environment may replace. */
  readonly parameters: ReadonlyMap<string, ParameterValue>;
  /** By key, the stable identity of a node inside its pipeline. */
  readonly nodes: ReadonlyMap<string, NodeDocument>;
  readonly edges: readonly EdgeDocument[];
  readonly settings: PipelineSettings;
  /** Golden tests, carried along as they are. */
  readonly tests?: unknown;
};

export type NodeDocument = {
  readonly type: string;
  /** A JSON object; the node type's schema decides about it. */
  readonly config: unknown;
  readonly label?: string;
  readonly note?: string;
  /** What becomes of a row that fails (X3). */
  readonly onError: OnError;
};

export type OnError = 'port' | 'null' | 'stop';

export type EdgeDocument = { readonly from: PortRef; readonly to: PortRef };

/** One port of one node: `bids.out`, `join.left`. */
export type PortRef = { readonly node: string; readonly port: string };

export type ParameterValue = string | number | boolean;

export type PipelineSettings = {
  readonly commitIntervalMs?: number;
  readonly memoryBytes?: number;
};

export const DEFAULT_OUTPUT_PORT = 'out';
export const DEFAULT_INPUT_PORT = 'in';

/** `bids` for the default output, `per10s.late` for another one. */
export function formatOutput(ref: PortRef): string {
  return ref.port === DEFAULT_OUTPUT_PORT ? ref.node : `${ref.node}.${ref.port}`;
}

/** `out` for the default input, `join.left` for another one. */
export function formatInput(ref: PortRef): string {
  return ref.port === DEFAULT_INPUT_PORT ? ref.node : `${ref.node}.${ref.port}`;
}

/** `bids to join.left`: no two different edges have the same. */
export function formatEdge({ from, to }: EdgeDocument): string {
  return `${formatOutput(from)} to ${formatInput(to)}`;
}

export function sameEdge(a: EdgeDocument, b: EdgeDocument): boolean {
  return samePort(a.from, b.from) && samePort(a.to, b.to);
}

function samePort(a: PortRef, b: PortRef): boolean {
  return a.node === b.node && a.port === b.port;
}
