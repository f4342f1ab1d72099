import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createMutex } from '../../core/async/promises.ts';
import {
  type Failed,
  PATIENCE,
  type Program,
  type Returned,
  type Sent,
  WorkFailed,
  type WorkJob,
} from './job.ts';

/** The file of the process, which is JavaScript. */
const HOST = new URL('./host.js', import.meta.url);

/** Where Node.js itself may have to be told its libraries; all else in the environment could hold keys. */
const LIBRARIES = 'LD_LIBRARY_PATH';

/**
 * Runs work on strangers' files in a process that can be ended, which gives all of its memory back: one job and one process
 * at a time, so that its memory is bounded by the largest program.
 */
export interface Runner {
  /**
   * Runs a job after those before it. Throws `WorkFailed` if the job had to be ended, or the signal's reason if it is
   * aborted.
   */
  run<Input, Output>(program: Program, job: WorkJob<Input>): Promise<Output>;
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
/** The system takes a process so for want of memory, and V8 ends its own so where it is refused some. */
const OUT_OF_MEMORY: readonly unknown[] = ['SIGKILL', 'SIGABRT', 'SIGTRAP'];

let lastId = 0;

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
  const work = async <Input, Output>(program: Program, job: WorkJob<Input>): Promise<Output> => {
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

/**
 * Sends one job to a process, and keeps this one alive until it answers. Throws `WorkFailed`, or the signal's reason; the
 * caller has to end the process then.
 */
async function ask<Input, Output>(
  child: ChildProcess,
  { input, signal }: WorkJob<Input>,
  timeLimitMs: number,
): Promise<Output> {
  lastId += 1;
  const sent: Sent<Input> = { id: lastId, input, timeLimitMs };
  const listening = new AbortController();
  keepAlive(child, true);
  try {
    return await new Promise<Output>((resolve, reject) => {
      const timer = setTimeout(() => reject(new WorkFailed('too-slow')), PATIENCE * timeLimitMs);
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

/**
 * Starts a process for a program. It does not keep this one alive, ends with it, and has neither its environment nor any of its
 * files. A signal to all who share this one's terminal does not reach it.
 */
export function startProcess({ thread, heapMb }: Program, host: URL): ChildProcess {
  const child = fork(host, [thread.href, String(heapMb)], {
    env: { [LIBRARIES]: process.env[LIBRARIES] },
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    detached: true,
  });
  // One that fails between jobs is replaced at the next one; during a job, the caller is told.
  child.on('error', () => undefined);
  keepAlive(child, false);
  return child;
}

/** Says whether this process waits for the other one. */
function keepAlive(child: ChildProcess, isWaiting: boolean): void {
  for (const one of [child, child.channel]) isWaiting ? one?.ref() : one?.unref();
}

/** Ends a process and waits until its memory is free. */
async function endProcess(child: ChildProcess): Promise<void> {
  const isRunning = child.pid !== undefined && child.exitCode === null && child.signalCode === null;
  if (!isRunning) return;
  const ended = once(child, 'exit');
  child.ref();
  child.kill('SIGKILL');
  await ended;
}
