import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createMutex, untilAborted } from '../../core/async/promises.ts';
import { type Returned, type Sent, WorkFailed, type WorkJob } from './job.ts';

/**
 * Runs jobs on strangers' files in a child process, one at a time. Ending it frees all of its
 * memory.
 */
export interface Runner {
  /**
   * Runs a job after those before it. Throws `WorkFailed` if it had to be ended, or the signal's
   * reason.
   */
  run<Output>(job: WorkJob): Promise<Output>;
  /** Ends the process; a running job fails. */
  close(): Promise<void>;
}

/** Overrides for {@link createRunner}. */
export interface RunnerOptions {
  /** A process without work is ended after this. */
  readonly idleMs?: number;
  /** `host.js`, if it is not in the folder of this file. */
  readonly host?: URL;
  /** The thread that does the work, as JavaScript, if it is not in the folder above. */
  readonly thread?: URL;
}

const HOST = new URL('./host.js', import.meta.url);
const THREAD = new URL('../thread.js', import.meta.url);
const IDLE_MS = 30_000;
/** How many times its limit of processor time a job may last on a busy machine. */
const PATIENCE = 3;
/** Node.js itself may need it to find its libraries; the rest of the environment may hold keys. */
const LIBRARIES = 'LD_LIBRARY_PATH';
/** The signals with which the system or V8 ends a process that has no more memory. */
const OUT_OF_MEMORY: readonly unknown[] = ['SIGKILL', 'SIGABRT', 'SIGTRAP'];

/** Creates a runner without a process; the first job starts one. */
export function createRunner({
  idleMs = IDLE_MS,
  host = HOST,
  thread = THREAD,
}: RunnerOptions = {}): Runner {
  let child: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  let isClosed = false;
  const inTurn = createMutex();

  const end = async (): Promise<void> => {
    clearTimeout(idle);
    const ended = child;
    child = undefined;
    // Awaited: two processes at once would need the memory of both.
    if (ended !== undefined) await endProcess(ended);
  };
  const start = (): ChildProcess => {
    const started = startProcess(host, thread);
    started.once('exit', () => {
      if (child === started) child = undefined;
    });
    return started;
  };
  const work = async <Output>(job: WorkJob): Promise<Output> => {
    // It may have been aborted while it waited.
    job.signal.throwIfAborted();
    if (isClosed) throw new WorkFailed('broke', 'the bot ends');
    clearTimeout(idle);
    child ??= start();
    let isKept = false;
    try {
      const output = await send<Output>(child, job);
      isKept = job.isLarge !== true;
      return output;
    } finally {
      if (isKept) idle = setTimeout(() => void end(), idleMs).unref();
      else await end();
    }
  };
  return {
    run: async <Output>(job: WorkJob) => {
      job.signal.throwIfAborted();
      return untilAborted(
        inTurn(() => work<Output>(job)),
        job.signal,
      );
    },
    close: () => {
      isClosed = true;
      return end();
    },
  };
}

/**
 * Sends one job to a process. Throws `WorkFailed`, or the signal's reason; the caller has to end
 * the process then.
 */
async function send<Output>(
  child: ChildProcess,
  { input, signal, timeLimitMs }: WorkJob,
): Promise<Output> {
  const late = AbortSignal.timeout(PATIENCE * timeLimitMs);
  const done = new AbortController();
  const until = { signal: AbortSignal.any([signal, late, done.signal]) };
  try {
    const answered = once(child, 'message', until);
    // Comes after all messages.
    const ended = once(child, 'close', until).then(([code, killedBy]) => {
      const cause = new Error(`the process has ended with ${killedBy ?? code}`);
      throw new WorkFailed(OUT_OF_MEMORY.includes(killedBy) ? 'too-much' : 'broke', cause);
    });
    const unsent = new Promise<never>((_, reject) => {
      child.send({ input, timeLimitMs } satisfies Sent, (error) => {
        if (error) reject(error);
      });
    });
    const [returned]: Returned[] = await Promise.race([answered, ended, unsent]);
    if (returned?.why !== undefined) throw new WorkFailed(returned.why, returned.cause);
    return returned?.output as Output;
  } catch (error) {
    signal.throwIfAborted();
    if (late.aborted) throw new WorkFailed('too-slow');
    throw error instanceof WorkFailed ? error : new WorkFailed('broke', error);
  } finally {
    done.abort();
  }
}

/**
 * Starts a process. It ends with this one, and gets neither its environment nor its open files.
 * Signals from the terminal do not reach it.
 */
export function startProcess(host: URL, thread: URL): ChildProcess {
  const child = fork(host, [thread.href], {
    env: { [LIBRARIES]: process.env[LIBRARIES] },
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    detached: true,
  });
  // A process that fails between jobs is replaced at the next job.
  child.on('error', () => undefined);
  return child;
}

/** Ends a process and waits until its memory is free. */
async function endProcess(child: ChildProcess): Promise<void> {
  const isRunning = child.pid !== undefined && child.exitCode === null && child.signalCode === null;
  if (!isRunning) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}
