import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createMutex, untilAborted } from '../../core/promises.ts';
import { type JobMessage, type JobResult, WorkFailed, type WorkJob } from './work-job.ts';

/** Overrides for {@link Runner}. */
export interface RunnerOptions {
  /** A process without work is ended after this. */
  readonly idleMs?: number;
  /** `child.js`, if it is not in the folder of this file. */
  readonly child?: URL;
  /** The thread that does the work, as JavaScript, if it is not in the folder above. */
  readonly thread?: URL;
}

const CHILD = new URL('./child.js', import.meta.url);
const THREAD = new URL('../thread.js', import.meta.url);
const IDLE_MS = 30_000;
/** Time that a job may last on a busy machine, as a multiple of its limit of processor time. */
const PATIENCE = 3;
/**
 * The only variable that the process gets. Node.js may need it to find its libraries; other
 * variables may hold keys.
 */
const LIBRARIES = 'LD_LIBRARY_PATH';
/** The signals with which the system or V8 ends a process that has no more memory. */
const OUT_OF_MEMORY: readonly unknown[] = ['SIGKILL', 'SIGABRT', 'SIGTRAP'];

/**
 * Runs jobs on strangers' files in a child process, one at a time. The first job starts the
 * process, and ending it frees all of its memory.
 */
export class Runner {
  readonly #options: Required<RunnerOptions>;
  readonly #inTurn = createMutex();
  #child: ChildProcess | undefined;
  /** Ends the process when it has had no work for a while. */
  #idleTimer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor({ idleMs = IDLE_MS, child = CHILD, thread = THREAD }: RunnerOptions = {}) {
    this.#options = { idleMs, child, thread };
  }

  /**
   * Runs a job when all earlier jobs have ended.
   * @throws WorkFailed if the job had to be ended, or the reason of the signal
   */
  async run<Output>(job: WorkJob): Promise<Output> {
    job.signal.throwIfAborted();
    return untilAborted(
      this.#inTurn(() => this.#work<Output>(job)),
      job.signal,
    );
  }

  /** Ends the process; a running job fails. */
  close(): Promise<void> {
    this.#isClosed = true;
    return this.#end();
  }

  async #work<Output>(job: WorkJob): Promise<Output> {
    // It may have been aborted while it waited.
    job.signal.throwIfAborted();
    if (this.#isClosed) throw new WorkFailed('broke', 'the bot ends');
    clearTimeout(this.#idleTimer);
    this.#child ??= this.#start();
    let canBeReused = false;
    try {
      const output = await send<Output>(this.#child, job);
      canBeReused = job.isLarge !== true;
      return output;
    } finally {
      if (canBeReused) this.#endWhenIdle();
      else await this.#end();
    }
  }

  #start(): ChildProcess {
    const started = startProcess(this.#options.child, this.#options.thread);
    started.once('exit', () => {
      if (this.#child === started) this.#child = undefined;
    });
    return started;
  }

  #endWhenIdle(): void {
    this.#idleTimer = setTimeout(() => void this.#end(), this.#options.idleMs).unref();
  }

  async #end(): Promise<void> {
    clearTimeout(this.#idleTimer);
    const ended = this.#child;
    this.#child = undefined;
    // Awaited: two processes at the same time would need the memory of both.
    if (ended !== undefined) await endProcess(ended);
  }
}

/**
 * Sends one job to a process. If this throws, the caller has to end the process.
 * @throws WorkFailed, or the reason of the signal
 */
async function send<Output>(
  child: ChildProcess,
  { input, signal, timeLimitMs }: WorkJob,
): Promise<Output> {
  const late = AbortSignal.timeout(PATIENCE * timeLimitMs);
  const done = new AbortController();
  const until = { signal: AbortSignal.any([signal, late, done.signal]) };
  try {
    const answered = once(child, 'message', until).then(([returned]): JobResult => returned);
    // A process closes after all of its messages have arrived.
    const ended = once(child, 'close', until).then(([code, killedBy]) => {
      const cause = new Error(`the process has ended with ${killedBy ?? code}`);
      throw new WorkFailed(OUT_OF_MEMORY.includes(killedBy) ? 'too-much' : 'broke', cause);
    });
    const notSent = new Promise<never>((_, reject) => {
      child.send({ input, timeLimitMs } satisfies JobMessage, (error) => {
        if (error) reject(error);
      });
    });
    const returned = await Promise.race([answered, ended, notSent]);
    if ('why' in returned) throw new WorkFailed(returned.why, returned.cause);
    return returned.output as Output;
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
export function startProcess(program: URL, thread: URL): ChildProcess {
  const child = fork(program, [thread.href], {
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
