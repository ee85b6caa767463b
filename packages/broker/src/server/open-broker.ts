import { randomBytes, randomUUID } from 'node:crypto';
import type { Files } from '../files/files.ts';
import { nodeFiles } from '../files/node-files.ts';
import { HANDLERS } from '../handlers/all-handlers.ts';
import type { Intercept } from '../handlers/handler.ts';
import type { LogLevel } from '../worker/thread-message.ts';
import { BrokerLoop } from './broker-loop.ts';
import { brokerSettings } from './broker-settings.ts';
import { endInOrder, takeCleanEnd } from './clean-end.ts';
import { Dispatcher } from './dispatcher.ts';
import { lockFolder } from './folder-lock.ts';
import { keepPort, keptPort } from './kept-port.ts';
import { openState } from './open-state.ts';
import { SocketServer } from './socket-server.ts';

export type OpenBrokerOptions = {
  readonly dataFolder: string;
  readonly port: number | 'kept';
  readonly fsync: boolean;
  /** By the names of Kafka's server.properties. */
  readonly settings: Readonly<Record<string, string>>;
  readonly log: (level: LogLevel, message: string) => void;
  readonly files?: Files;
  /** Milliseconds since 1970. */
  readonly clock?: () => number;
};

/** Another program listens on the port. */
class PortInUse extends Error {
  override readonly name = 'PortInUse';
  readonly code = 'EADDRINUSE';

  constructor(port: number, cause: unknown) {
    super(`Port ${port} is in use by another program. End that one, or choose another port.`, { cause });
  }
}

/** A broker in this thread. */
export type OpenBroker = {
  readonly port: number;
  /** Puts something before an API's handler, by its key; null takes it away. */
  intercept(apiKey: number, intercept: Intercept | null): void;
  close(): Promise<void>;
};

/**
 * Opens a broker in this thread. Rejects with SettingsError, FolderInUse, PortInUse, JournalError, or the system's error for the
 * files.
 */
export async function openBroker(options: OpenBrokerOptions): Promise<OpenBroker> {
  const { dataFolder, settings: given, log, files = nodeFiles, clock = Date.now, fsync } = options;
  const settings = brokerSettings(given);
  const unlock = lockFolder(dataFolder);
  try {
    const isClean = takeCleanEnd(files, dataFolder);
    const opened = openState({
      files,
      dataFolder,
      settings,
      given,
      fsync,
      isClean,
      nowMs: clock(),
      clock,
      log,
      newId: randomUUID,
      random: randomBytes,
    });
    const loop = new BrokerLoop({ ...opened, settings, fsync, clock, log, dropClients: () => server.dropClients() });
    const dispatcher = new Dispatcher(opened.state, HANDLERS, clock);
    const server: SocketServer = new SocketServer({
      ...settings,
      log,
      handle: (frame, place, answer) => {
        dispatcher.dispatch(frame, place, loop.holding(answer));
        loop.proceed();
      },
    });
    const port = await listen(server, dataFolder, options.port, log);
    loop.proceed();
    const close = async () => {
      await server.close();
      loop.close();
      opened.close();
      endInOrder(files, dataFolder);
      unlock();
    };
    return { port, intercept: (apiKey, intercept) => dispatcher.intercept(apiKey, intercept), close };
  } catch (error) {
    unlock();
    throw error;
  }
}

/** A kept port that another program has taken meanwhile is given up for another. */
async function listen(
  server: SocketServer,
  folder: string,
  wanted: number | 'kept',
  log: OpenBrokerOptions['log'],
): Promise<number> {
  if (wanted !== 'kept') {
    const port = await server.listen(wanted).catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'EADDRINUSE' ? new PortInUse(wanted, error) : error;
    });
    keepPort(folder, port);
    return port;
  }
  const former = keptPort(folder);
  const port = await server.listen(former ?? 0).catch((error: NodeJS.ErrnoException) => {
    if (former === null || error.code !== 'EADDRINUSE') throw error;
    log(
      'warn',
      `Port ${former} is in use by another program, so the broker takes another. Clients that know the old one must be told.`,
    );
    return server.listen(0);
  });
  keepPort(folder, port);
  return port;
}
