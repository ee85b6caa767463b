import type { Operator, OperatorContext } from '@millrace/engine';
import type { EdgeSchema, NodeSpec, OnError } from '@millrace/model';

/** A node type of the catalogue: what it means ({@link NodeSpec}) and how it runs. */
export interface OperatorDefinition<Config = unknown> {
  readonly spec: NodeSpec<Config>;
  /**
   * Makes the running half of a configuration that `spec.resolve` has accepted for the same inputs (by port name).
   * Throws for a configuration that it would have refused. `onError` is the node's setting, `port` where it has none: `port` and
   * `stop` are left to the job, which is told by `context.fail`; with `null` the operator goes on with NULL in place of a value
   * that cannot be computed, and tells nobody (X3).
   */
  compile(config: Config, inputs: ReadonlyMap<string, EdgeSchema>, onError?: OnError): CompiledOperator;
}

/** A node that is ready to be put into a plan. */
export type CompiledOperator = {
  make(context: OperatorContext): Operator;
  /** How long the outgoing watermark stays behind the node's own, milliseconds (O2). */
  readonly watermarkHoldMs: number;
};
