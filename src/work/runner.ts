import type { Worker } from 'node:worker_threads';
import { createMutex } from '../core/async/mutex.ts';
import { ask } from './ask.ts';
import { WorkFailed } from './failed.ts';
import type { Job, Program } from './job.ts';
import { startThread } from './start-thread.ts';

/**
 * The one place where work on what strangers send is done: in a thread that can be ended, one job and one thread at a
 * time, so that the memory of the process is bounded by what the hungriest program may take.
 */
export interface Runner {
  /** Throws `WorkFailed` when the job had to be ended, or the signal's reason when it is aborted. */
  run<Input, Output>(program: Program, job: Job<Input>): Promise<Output>;
  /** Ends the thread; a job under way fails. */
  close(): Promise<void>;
}

/** A thread without work is ended after this, and its memory is given back. */
const IDLE_MS = 30_000;

export function createRunner({ idleMs = IDLE_MS } = {}): Runner {
  let current: { readonly program: Program; readonly worker: Worker } | undefined;
  let idle: NodeJS.Timeout | undefined;
  let isClosed = false;
  const inTurn = createMutex();

  const end = async (): Promise<void> => {
    clearTimeout(idle);
    const ended = current;
    current = undefined;
    // Waited for, since two threads at the same time would take the memory of both.
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
