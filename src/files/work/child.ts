import { writeFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { MAX_HEAP_MB, MAX_MEMORY_MB } from './memory-limits.ts';
import { processorMs } from './processor-time.ts';
import type { JobMessage, JobResult, WorkFailure } from './work-job.ts';

/**
 * The child process that works on strangers' files, started by `startProcess`. A thread does the
 * work, so that this main thread can always watch time and memory, and notice that the bot has
 * ended.
 */

const POLL_EVERY_MS = 20;
const MB = 1024 * 1024;
/** Added to a score of up to 1,000. If memory is short, Linux ends the highest score first. */
const OOM_SCORE_ADJUSTMENT = '300';

/**
 * Ends this process immediately. Ending only the thread would wait for code that cannot be
 * interrupted.
 */
function endProcess(): void {
  process.kill(process.pid, 'SIGKILL');
}

/** Reports why the job failed, then ends this process. */
function fail(why: WorkFailure, cause: Error): void {
  process.send?.({ why, cause } satisfies JobResult, endProcess);
}

/**
 * Limits the memory and the processor time of a job; the bot limits how long it lasts. Returns a
 * function that ends the watch.
 */
function watch(timeLimitMs: number): () => void {
  const processorEndMs = processorMs() + timeLimitMs;
  const timer = setInterval(() => {
    const megabytes = process.memoryUsage.rss() / MB;
    if (megabytes > MAX_MEMORY_MB) {
      fail('too-much', new Error(`the process has ${Math.round(megabytes)} MB`));
    } else if (processorMs() >= processorEndMs) {
      fail('too-slow', new Error(`the limit is ${timeLimitMs} ms`));
    }
  }, POLL_EVERY_MS);
  return () => clearInterval(timer);
}

// The bot may also have ended while this file was loaded.
process.once('disconnect', endProcess);
if (!process.connected) endProcess();
// Some service managers send these to all processes of the bot, as systemd does by default. The bot
// decides itself how long it waits for a job.
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => undefined);
try {
  writeFileSync('/proc/self/oom_score_adj', OOM_SCORE_ADJUSTMENT);
} catch {
  // Not Linux, or not allowed: the larger process is ended, which is usually this one and not the
  // bot.
}

process.title = 'imei-bot: files';
const worker = new Worker(new URL(process.argv[2] ?? ''), {
  env: {},
  execArgv: [],
  resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB, maxYoungGenerationSizeMb: 16 },
});
let unwatch = (): void => undefined;
worker.once('error', (error: Error & { readonly code?: string }) => {
  // The error comes from the thread, and would be sent to the bot as an empty object.
  const cause = Object.assign(new Error(error.message), { stack: error.stack });
  fail(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'too-much' : 'broke', cause);
});
worker.once('exit', (code) => fail('broke', new Error(`the thread has ended with ${code}`)));
worker.on('message', (returned: JobResult) => {
  unwatch();
  process.send?.(returned);
});
process.on('message', ({ input, timeLimitMs }: JobMessage) => {
  unwatch = watch(timeLimitMs);
  worker.postMessage(input);
});
