import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * An HTTP server that knows when requests arrived and how many it had at the same time.
 * @param networkMs on its way a request, and the news that the caller hung up, is late by 0 to so
 * many milliseconds
 * @param workMs how long it works on an answer
 */
export async function createRecorder(networkMs: number, workMs: number) {
  const arrivals: number[] = [];
  let inFlight = 0;
  let mostInFlight = 0;
  const network = (): Promise<void> => delay(Math.random() * networkMs);

  const serve = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const hungUp = new Promise<void>((resolve) => {
      incoming.socket.once('close', () => network().then(resolve));
    });
    await network();
    arrivals.push(performance.now());
    inFlight += 1;
    mostInFlight = Math.max(mostInFlight, inFlight);
    await Promise.race([delay(workMs), hungUp]);
    inFlight -= 1;
    response.end('answer');
  };
  const server = createServer((incoming, response) => {
    void serve(incoming, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    arrivals,
    get mostInFlight() {
      return mostInFlight;
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Makes one request on a connection of its own, and hangs up when the signal is aborted. */
export function requestOnce(url: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { agent: false, signal }, (answer) => {
      answer.resume().once('end', resolve).once('error', reject);
    });
    outgoing.once('error', reject).end();
  });
}
