import type { z } from 'zod';
import type { Result } from './issue.ts';
import type { EdgeSchema } from './values/column-type.ts';

/** A port of a node type. `required` inputs must be connected; outputs may stay open. */
export type PortSpec = {
  readonly name: string;
  readonly required?: boolean;
  /** Any number of edges may end here (union); one otherwise. */
  readonly many?: boolean;
};

/** What a node sends, per output port, derived from its configuration and its inputs. */
export type PortSchemas = ReadonlyMap<string, EdgeSchema>;

export type NodeRole = 'source' | 'operator' | 'sink';

/** A migration of a node's `config` from the version of its key to the next. */
export type ConfigMigrations = Readonly<Record<number, (config: unknown) => unknown>>;

/** The part of an inspector's field that a form needs to draw it; the schema decides what is allowed. */
export type FormField = {
  readonly field: string;
  readonly label: string;
  readonly control:
    | 'text'
    | 'expression'
    | 'duration'
    | 'number'
    | 'choice'
    | 'columns'
    | 'column-list'
    | 'aggregates'
    | 'topic'
    | 'switch';
  readonly unit?: string;
  readonly choices?: readonly string[];
  /** Choices with a value of their own, a text: `time` is written `{"time": "…"}`. */
  readonly choicesWithValue?: readonly string[];
  /** Of `aggregates`: the functions to choose from. */
  readonly functions?: readonly FunctionChoice[];
  readonly help?: string;
};

/** A function of an aggregate and what it takes beside its column. */
export type FunctionChoice = {
  readonly fn: string;
  readonly distinct: boolean;
  readonly args: readonly { readonly name: string; readonly control: 'number' | 'text' }[];
};

/** Where the palette lists a node type; the order of the groups is that of the list. */
export type PaletteGroup = 'Sources' | 'Shape' | 'Windows' | 'Joins and keys' | 'Sinks';

/**
 * The inspector's form of a node type as data; `summary` gives the card's words, `{size} tumbling · by {keys}`. `initial` is the
 * configuration of a node that was just put on the canvas; what a person must decide is empty in it.
 */
export type NodeForm<Config> = {
  readonly group: PaletteGroup;
  readonly initial: Readonly<Record<string, unknown>>;
  readonly fields: readonly FormField[];
  summary(config: Config): string;
};

/**
 * The pure half of a node type. `parse` has validated the configuration before `resolve` sees it.
 * `resolve` type-checks against the inputs (by port name) and gives the schema of each output port; issues name fields.
 */
export interface NodeSpec<Config = unknown> {
  readonly type: string;
  readonly version: number;
  readonly role: NodeRole;
  readonly title: string;
  readonly schema: z.ZodType<Config>;
  readonly migrations: ConfigMigrations;
  readonly form: NodeForm<Config>;
  inputs(config: Config): readonly PortSpec[];
  outputs(config: Config): readonly PortSpec[];
  resolve(config: Config, inputs: ReadonlyMap<string, EdgeSchema>): Result<PortSchemas>;
}
