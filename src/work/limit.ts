import { systemClock } from '../core/clock.ts';

/** How many times its limit of processor time a job may last, on a machine that is busy with other work. */
export const PATIENCE = 3;

/** Starts a job's limit in the process that works on it. Returns whether it is reached. */
export function startLimit(timeLimitMs: number): () => boolean {
  const processorEndMs = processorMs() + timeLimitMs;
  const endMs = systemClock.elapsed() + PATIENCE * timeLimitMs;
  return () => processorMs() >= processorEndMs || systemClock.elapsed() >= endMs;
}

/** Milliseconds of the processor that this process has taken, in all of its threads. */
function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
