import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports that systems choose (32768 to 60999 on Linux, 49152 up elsewhere). */
const FIRST = 20_000;
const COUNT = 10_000;

/**
 * A free port on loopback. The system does not choose it, since the system might give its own
 * choice to the next connection of any process.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * COUNT);
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}
