import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports that systems give to whoever asks for any (32768 to 60999 on Linux, 49152 up elsewhere). */
const FIRST = 20_000;
const COUNT = 10_000;

/**
 * A port on loopback on which nobody listens, nor comes to by chance: one that the system has just given, and taken back,
 * may be given to the next connection of any process.
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
