/** A broker could not be started: why, and the system's code (EADDRINUSE, …) where it has one. */
export class BrokerStartError extends Error {
  override readonly name = 'BrokerStartError';
  /** The class of what was thrown: FolderInUse, PortInUse, SettingsError, JournalError, … */
  readonly reason: string;
  readonly code: string | null;

  constructor(reason: string, message: string, code: string | null) {
    super(message);
    this.reason = reason;
    this.code = code;
  }

  static of(error: unknown): BrokerStartError {
    if (error instanceof BrokerStartError) return error;
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    return new BrokerStartError(name, message, (error as NodeJS.ErrnoException).code ?? null);
  }
}
