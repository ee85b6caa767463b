export type EmbeddedBroker = {
  /** `127.0.0.1:port` */
  readonly brokers: string;
  readonly pid: number;
  stop(): Promise<void>;
  kill(): Promise<void>;
};

/** The built embedded broker in a process of its own, on a folder and a port (0: any). */
export function startEmbedded(dataFolder: string, options?: { readonly port?: number }): Promise<EmbeddedBroker>;
