import type { Worker } from 'node:worker_threads';
import { createMutex } from '../core/async/mutex.ts';
import { ask } from './ask.ts';
import { WorkFailed } from './failed.ts';
import type { Job, Program } from './job.ts';
import { startThread } from './start-thread.ts';

/**
 * Runs work on strangers' files in a thread that can be ended: one job and one thread at a time, so that its memory is
 * bounded by the largest program.
 */
export interface Runner {
  /**
   * Runs a job after those before it. Throws `WorkFailed` if the job had to be ended, or the signal's reason if it is
   * aborted.
   */
  run<Input, Output>(program: Program, job: Job<Input>): Promise<Output>;
  /** Ends the thread; a running job fails. */
  close(): Promise<void>;
}

/** A thread without work is ended after this, which frees its memory. */
const IDLE_MS = 30_000;

/** Creates a runner without a thread; the first job starts one. */
export function createRunner({ idleMs = IDLE_MS } = {}): Runner {
  let current: { readonly program: Program; readonly worker: Worker } | undefined;
  let idle: NodeJS.Timeout | undefined;
  let isClosed = false;
  const inTurn = createMutex();

  const end = async (): Promise<void> => {
    clearTimeout(idle);
    const ended = current;
    current = undefined;
    // Awaited, since two threads at once would need the memory of both.
    await ended?.worker.terminate();
  };
  const threadFor = async (program: Program): Promise<Worker> => {
    clearTimeout(idle);
    if (current?.program === program) return current.worker;
    await end();
    const worker = startThread(program);
    current = { program, worker };
    worker.once('exit', () => {
      if (current?.worker === worker) current = undefined;
    });
    return worker;
  };
  const work = async <Input, Output>(program: Program, job: Job<Input>): Promise<Output> => {
    job.signal.throwIfAborted();
    if (isClosed) throw new WorkFailed('broke', 'the process ends');
    const worker = await threadFor(program);
    let isDone = false;
    try {
      const output = await ask<Input, Output>(worker, job, program.timeLimitMs);
      isDone = true;
      return output;
    } finally {
      if (!isDone || job.isLarge === true) await end();
      else idle = setTimeout(() => void end(), idleMs).unref();
    }
  };
  return {
    run: (program, job) => inTurn(() => work(program, job)),
    close: () => {
      isClosed = true;
      return end();
    },
  };
}
