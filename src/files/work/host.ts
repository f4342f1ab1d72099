import { writeFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { Failed, Program, Sent } from './job.ts';
import { startLimit } from './serve.ts';

/**
 * The process in which strangers' files are worked on, started by `startProcess` with a program's thread and its limit of
 * memory. The work is done in the thread, so that this main one is always free to notice that nobody waits any more.
 */

const OUT_OF_MEMORY = 'ERR_WORKER_OUT_OF_MEMORY';
const MOST_COPIED_BYTES = 65_536;
/** How far a job may exceed its limit of processor time before that is seen. */
const LOOK_EVERY_MS = 100;
/** Of 1,000: where memory is short, Linux takes this process before the bot. */
const OOM_SCORE = '300';

/** At once and whatever the thread is doing: ending a thread waits until its work can be interrupted. */
function end(): void {
  process.kill(process.pid, 'SIGKILL');
}

function fail(error: Error & { readonly code?: string }): void {
  // What comes from a thread looks like an error, and would be sent as an empty object.
  const cause = new Error(error.message);
  if (error.stack !== undefined) cause.stack = error.stack;
  const why = error.code === OUT_OF_MEMORY ? 'too-much' : 'broke';
  process.send?.({ why, cause } satisfies Failed, end);
}

/** Ends the process when a job reaches its limit of processor time, unless it is stopped before. Returns how to stop it. */
function limit(timeLimitMs: number): () => void {
  const isOver = startLimit(timeLimitMs);
  const watching = setInterval(() => {
    if (!isOver()) return;
    clearInterval(watching);
    const cause = new Error(`the job has taken ${timeLimitMs} ms of the processor`);
    process.send?.({ why: 'too-slow', cause } satisfies Failed, end);
  }, LOOK_EVERY_MS);
  return () => clearInterval(watching);
}

/** The memory of files, which goes to the thread as it is, instead of being held twice. Smaller ones may share theirs with others. */
function filesIn(input: unknown): ArrayBuffer[] {
  const files = new Set<ArrayBuffer>();
  for (const one of Object.values(input ?? {})) {
    const isFile = one instanceof Uint8Array && one.byteLength > MOST_COPIED_BYTES;
    if (isFile && one.buffer instanceof ArrayBuffer) files.add(one.buffer);
  }
  return [...files];
}

/** Starts the thread in which a program works, with its limit of memory. It sees no environment. */
function startThread({ thread, heapMb }: Pick<Program, 'thread' | 'heapMb'>): Worker {
  return new Worker(thread, {
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 16 },
  });
}

// The bot has ended, perhaps killed, and perhaps while this file was loaded, when nobody heard of it.
process.once('disconnect', end);
if (!process.connected) end();
// These may be meant for all processes of the bot, which decides by itself how long it waits for jobs.
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => undefined);
try {
  writeFileSync('/proc/self/oom_score_adj', OOM_SCORE);
} catch {
  // Not Linux, or not allowed: the larger process is taken, which is usually this one.
}

process.title = 'imei-bot: files';
const [, , thread = '', heapMb] = process.argv;
const worker = startThread({ thread: new URL(thread), heapMb: Number(heapMb) });
worker.once('error', fail);
worker.once('exit', (code) => fail(new Error(`the thread has ended with ${code}`)));
let unlimit = (): void => undefined;
worker.on('message', (returned) => {
  unlimit();
  process.send?.(returned);
});
process.on('message', (sent: Sent<unknown>) => {
  unlimit = limit(sent.timeLimitMs);
  worker.postMessage(sent, filesIn(sent.input));
});
