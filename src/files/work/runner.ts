import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createMutex, untilAborted } from '../../core/async/promises.ts';
import { PATIENCE, type Program, type Returned, type Sent, WorkFailed, type WorkJob } from './job.ts';

/** Runs jobs on strangers' files in a child process, one at a time. Ending it frees all of its memory. */
export interface Runner {
  /** Runs a job after those before it. Throws `WorkFailed` if it had to be ended, or the signal's reason. */
  run<Input, Output>(program: Program, job: WorkJob<Input>): Promise<Output>;
  /** Ends the process; a running job fails. */
  close(): Promise<void>;
}

/** Overrides for {@link createRunner}. */
export interface RunnerOptions {
  /** A process without work is ended after this. */
  readonly idleMs?: number;
  /** `host.js`, if it is not in the folder of this file. */
  readonly host?: URL;
}

const HOST = new URL('./host.js', import.meta.url);
const IDLE_MS = 30_000;
/** Node.js itself may need it to find its libraries; the rest of the environment may hold keys. */
const LIBRARIES = 'LD_LIBRARY_PATH';
/** The system ends a process so for lack of memory, and V8 its own. */
const OUT_OF_MEMORY: readonly unknown[] = ['SIGKILL', 'SIGABRT', 'SIGTRAP'];

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
    // Awaited: two processes at once would need the memory of both.
    if (ended !== undefined) await endProcess(ended.child);
  };
  const start = (program: Program): ChildProcess => {
    const started = { program, child: startProcess(program, host) };
    started.child.once('exit', () => {
      if (current === started) current = undefined;
    });
    current = started;
    return started.child;
  };
  const work = async <Input, Output>(program: Program, job: WorkJob<Input>): Promise<Output> => {
    if (current?.program !== program) await end();
    // Waiting, and ending the former process, took time.
    job.signal.throwIfAborted();
    if (isClosed) throw new WorkFailed('broke', 'the bot ends');
    clearTimeout(idle);
    let isKept = false;
    try {
      const output = await ask<Input, Output>(current?.child ?? start(program), job, program.timeLimitMs);
      isKept = job.isLarge !== true;
      return output;
    } finally {
      if (isKept) idle = setTimeout(() => void end(), idleMs).unref();
      else await end();
    }
  };
  return {
    run: async <Input, Output>(program: Program, job: WorkJob<Input>) => {
      job.signal.throwIfAborted();
      const done = inTurn(() => work<Input, Output>(program, job));
      return untilAborted(done, job.signal);
    },
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
  const late = AbortSignal.timeout(PATIENCE * timeLimitMs);
  const done = new AbortController();
  const until = { signal: AbortSignal.any([signal, late, done.signal]) };
  keepAlive(child, true);
  try {
    const answered = once(child, 'message', until);
    // Comes after all messages.
    const ended = once(child, 'close', until).then(([code, killedBy]) => {
      const cause = new Error(`the process has ended with ${killedBy ?? code}`);
      throw new WorkFailed(OUT_OF_MEMORY.includes(killedBy) ? 'too-much' : 'broke', cause);
    });
    const unsent = new Promise<never>((_, reject) => {
      child.send({ input, timeLimitMs } satisfies Sent, (error) => error && reject(error));
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
    keepAlive(child, false);
  }
}

/**
 * Starts a process for a program. It does not keep this one alive, ends with it, and gets neither its environment nor its open
 * files. Signals from the terminal do not reach it.
 */
export function startProcess({ thread }: Pick<Program, 'thread'>, host: URL): ChildProcess {
  const child = fork(host, [thread.href], {
    env: { [LIBRARIES]: process.env[LIBRARIES] },
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    detached: true,
  });
  // One that fails between jobs is replaced at the next one.
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
