import type { ChildProcess } from 'node:child_process';
import { createMutex } from '../core/async/mutex.ts';
import { ask } from './ask.ts';
import { WorkFailed } from './failed.ts';
import type { Job, Program } from './job.ts';
import { endProcess, HOST, startProcess } from './start-process.ts';

/**
 * Runs work on strangers' files in a process that can be ended, which gives all of its memory back: one job and one process
 * at a time, so that its memory is bounded by the largest program.
 */
export interface Runner {
  /**
   * Runs a job after those before it. Throws `WorkFailed` if the job had to be ended, or the signal's reason if it is
   * aborted.
   */
  run<Input, Output>(program: Program, job: Job<Input>): Promise<Output>;
  /** Ends the process; a running job fails. */
  close(): Promise<void>;
}

/** Overrides for {@link createRunner}. */
export interface RunnerOptions {
  /** A process without work is ended after this. */
  readonly idleMs?: number;
  /** `host.js`, where it is not beside this file. */
  readonly host?: URL;
}

const IDLE_MS = 30_000;

/** Creates a runner without a process; the first job starts one. */
export function createRunner({ idleMs = IDLE_MS, host = HOST }: RunnerOptions = {}): Runner {
  let current: { readonly program: Program; readonly child: ChildProcess } | undefined;
  let idle: NodeJS.Timeout | undefined;
  let isClosed = false;
  const inTurn = createMutex();

  const end = async (): Promise<void> => {
    clearTimeout(idle);
    const ended = current;
    current = undefined;
    // Awaited, since two processes at once would need the memory of both.
    if (ended !== undefined) await endProcess(ended.child);
  };
  const processFor = async (program: Program): Promise<ChildProcess> => {
    clearTimeout(idle);
    if (current?.program === program) return current.child;
    await end();
    const child = startProcess(program, host);
    current = { program, child };
    child.once('exit', () => {
      if (current?.child === child) current = undefined;
    });
    return child;
  };
  const work = async <Input, Output>(program: Program, job: Job<Input>): Promise<Output> => {
    job.signal.throwIfAborted();
    if (isClosed) throw new WorkFailed('broke', 'the bot ends');
    const child = await processFor(program);
    let isDone = false;
    try {
      const output = await ask<Input, Output>(child, job, program.timeLimitMs);
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
