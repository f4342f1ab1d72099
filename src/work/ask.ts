import type { ChildProcess } from 'node:child_process';
import { WorkFailed } from './failed.ts';
import type { Job } from './job.ts';
import type { Failed, Returned, Sent } from './messages.ts';
import { keepAlive } from './start-process.ts';

/** The system takes a process so for want of memory, and V8 ends its own so where it is refused some. */
const OUT_OF_MEMORY: readonly unknown[] = ['SIGKILL', 'SIGABRT', 'SIGTRAP'];

let lastId = 0;

/**
 * Sends one job to a process, and keeps this one alive until it answers. Throws `WorkFailed`, or the signal's reason; the
 * caller has to end the process then.
 */
export async function ask<Input, Output>(
  child: ChildProcess,
  { input, signal }: Job<Input>,
  timeLimitMs: number,
): Promise<Output> {
  lastId += 1;
  const sent: Sent<Input> = { id: lastId, input };
  const listening = new AbortController();
  keepAlive(child, true);
  try {
    return await new Promise<Output>((resolve, reject) => {
      const timer = setTimeout(() => reject(new WorkFailed('too-slow')), timeLimitMs);
      const answer = (message: Returned<Output> | Failed): void => {
        if ('why' in message) reject(new WorkFailed(message.why, message.cause));
        else if (message.id === sent.id) resolve(message.output);
      };
      const fail = (cause: unknown): void => reject(new WorkFailed('broke', cause));
      const exit = (code: number | null, killedBy: NodeJS.Signals | null): void =>
        reject(failureOf(code, killedBy));
      // `close` comes after all that was sent.
      child.on('message', answer).once('error', fail).once('close', exit);
      listening.signal.addEventListener('abort', () => {
        clearTimeout(timer);
        child.off('message', answer).off('error', fail).off('close', exit);
      });
      signal.addEventListener('abort', () => reject(signal.reason), { signal: listening.signal });
      child.send(sent, (error) => {
        if (error !== null) fail(error);
      });
    });
  } finally {
    listening.abort();
    keepAlive(child, false);
  }
}

function failureOf(code: number | null, killedBy: NodeJS.Signals | null): WorkFailed {
  const why = OUT_OF_MEMORY.includes(killedBy) ? 'too-much' : 'broke';
  return new WorkFailed(why, new Error(`the process has ended with ${killedBy ?? code}`));
}
