import type { ConfigValues } from '../topics/topic-configs.ts';

/** What a broker's thread is given. */
export type BrokerSpec = {
  readonly dataFolder: string;
  /** 0: any free one; `kept`: the one that the folder's broker had last, or another where it is taken. */
  readonly port: number | 'kept';
  /** Whether what was acknowledged outlives a loss of power. */
  readonly fsync: boolean;
  /** Settings by the names of Kafka's server.properties. */
  readonly settings: ConfigValues;
};

export type LogLevel = 'info' | 'warn' | 'error';

/** What a broker's thread tells. `name`: the class of what was thrown at its start. */
export type BrokerReport =
  | { readonly type: 'listening'; readonly port: number }
  | { readonly type: 'log'; readonly level: LogLevel; readonly message: string }
  | { readonly type: 'failed'; readonly name: string; readonly message: string; readonly code: string | null };
