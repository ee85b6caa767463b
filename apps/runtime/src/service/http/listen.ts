import type { Server } from 'node:http';

const ADDRESS = '127.0.0.1';
/** How many ports are tried. */
const TRIES = 20;

/** None of the ports that were tried is free. */
export class PortsInUse extends Error {
  constructor(first: number, last: number) {
    super(`The ports ${first} to ${last} of ${ADDRESS} are in use. Choose another with --port.`);
    this.name = 'PortsInUse';
  }
}

/** Listens on this machine alone, on the first port from `port` on that is free; gives it. 0: any. */
export async function listen(server: Server, port: number): Promise<number> {
  const last = port === 0 ? 0 : Math.min(port + TRIES - 1, 65_535);
  for (let next = port; next <= last; next++) {
    if (await isListening(server, next)) {
      const address = server.address();
      return typeof address === 'object' && address !== null ? address.port : next;
    }
  }
  throw new PortsInUse(port, last);
}

/** False when the port is somebody else's; rejects with other failures. */
function isListening(server: Server, port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const failed = (error: NodeJS.ErrnoException) => {
      server.off('listening', listening);
      if (error.code === 'EADDRINUSE') resolve(false);
      else reject(error);
    };
    const listening = () => {
      server.off('error', failed);
      resolve(true);
    };
    server.once('error', failed).once('listening', listening).listen(port, ADDRESS);
  });
}
