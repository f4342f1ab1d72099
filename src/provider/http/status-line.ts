import type { ClientRequest } from 'node:http';

/** A status line up to what follows the status, which ends it. */
const ENOUGH = 'HTTP/1.1 429 '.length;

/**
 * Reads the status of an answer from its first bytes. Node's parser passes on nothing of a head with a fault in it, such as
 * two lengths, although the status in front of that may say enough.
 * @returns a function that tells it as soon as it has arrived
 */
export function watchStatus(request: ClientRequest): () => number | undefined {
  let beginning = '';
  request.once('socket', (socket) => {
    // Before the parser, which reports the fault while it reads.
    socket.prependListener('data', (chunk: Buffer) => {
      if (beginning.length < ENOUGH) beginning += chunk.toString('latin1', 0, ENOUGH);
    });
  });
  return () => {
    const [, status] = /^HTTP\/1\.[01] (\d{3})[ \r\n]/.exec(beginning) ?? [];
    return status === undefined ? undefined : Number(status);
  };
}
