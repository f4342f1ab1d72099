import type { Worker } from 'node:worker_threads';
import { WorkFailed } from './failed.ts';
import type { Job } from './job.ts';
import type { Returned, Sent } from './serve.ts';

const OUT_OF_MEMORY = 'ERR_WORKER_OUT_OF_MEMORY';

let lastId = 0;

/**
 * Sends one job to a thread, which keeps the process alive until it answers. Throws `WorkFailed`, or the signal's reason;
 * the caller has to end the thread then.
 */
export async function ask<Input, Output>(
  worker: Worker,
  { input, transfer = [], signal }: Job<Input>,
  timeLimitMs: number,
): Promise<Output> {
  lastId += 1;
  const sent: Sent<Input> = { id: lastId, input };
  const listening = new AbortController();
  worker.ref();
  try {
    return await new Promise<Output>((resolve, reject) => {
      const timer = setTimeout(() => reject(new WorkFailed('too-slow')), timeLimitMs);
      const answer = ({ id, output }: Returned<Output>): void => {
        if (id === sent.id) resolve(output);
      };
      const fail = (cause: unknown): void => reject(new WorkFailed(troubleOf(cause), cause));
      worker.on('message', answer).once('error', fail).once('exit', fail);
      listening.signal.addEventListener('abort', () => {
        clearTimeout(timer);
        worker.off('message', answer).off('error', fail).off('exit', fail);
      });
      signal.addEventListener('abort', () => reject(signal.reason), { signal: listening.signal });
      worker.postMessage(sent, [...transfer]);
    });
  } finally {
    listening.abort();
    worker.unref();
  }
}

function troubleOf(cause: unknown): 'too-much' | 'broke' {
  const isOutOfMemory = cause instanceof Error && 'code' in cause && cause.code === OUT_OF_MEMORY;
  return isOutOfMemory ? 'too-much' : 'broke';
}
