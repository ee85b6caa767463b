/** One Apache Kafka broker on 127.0.0.1. `restart` starts it again on the same port and data after stop or kill. */
export type LocalKafka = {
  readonly brokers: string;
  readonly pid: number;
  readonly adopted: boolean;
  stop(): Promise<void>;
  kill(): Promise<void>;
  restart(): Promise<void>;
};

export type KafkaOptions = {
  readonly dataDir: string;
  readonly port?: number;
  readonly heap?: string;
  readonly properties?: Readonly<Record<string, string>>;
  readonly log?: (line: string) => void;
};

/** Starts a broker on a data folder, or adopts the one that runs on it already. */
export function startKafka(options: KafkaOptions): Promise<LocalKafka>;

export function freePort(): Promise<number>;

/** Runs one of Apache Kafka's own tools to its end, with `input` to read; gives what it printed. Rejects when it ends with an error. */
export function javaTool(
  mainClass: string,
  args: readonly string[],
  options?: { readonly timeoutMs?: number; readonly input?: string },
): Promise<string>;
