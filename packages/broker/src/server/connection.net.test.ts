import { connect, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { Connection } from './connection.ts';
import { framed } from './testing/raw-client.ts';

const MOST_FRAME_BYTES = 1_000;

test('a connection that was closed for its waiting bytes has none any more, before the system has closed it', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bytes = await new Promise<readonly number[]>((resolve) => {
    server.once('connection', (socket) => {
      const connection: Connection = new Connection({
        socket,
        mostFrameBytes: MOST_FRAME_BYTES,
        idleMs: 60_000,
        handle: () => {},
        onData: () => {
          const before = connection.pendingBytes;
          connection.expel('too much waits');
          resolve([before, connection.pendingBytes]);
        },
        onHostile: () => {},
        onClose: () => server.close(),
      });
    });
    const address = server.address();
    const client = connect({ host: '127.0.0.1', port: typeof address === 'object' ? (address?.port ?? 0) : 0 });
    client.on('error', () => {});
    client.write(framed(Buffer.alloc(500), MOST_FRAME_BYTES));
  });
  expect(bytes).toEqual([504, 0]);
});
