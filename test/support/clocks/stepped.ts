import { spawnSync } from 'node:child_process';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hasOwnRedis } from '../store/redis.ts';

const SOURCE = fileURLToPath(new URL('stepped.c', import.meta.url));

const canStep = hasOwnRedis && process.platform === 'linux' && spawnSync('cc', ['--version']).status === 0;

/** Whether tests that set the clock of a Redis can run; without, they are named as skipped, but for CI, which fails. */
export const hasSteppedClock = canStep;

if (!canStep && process.env.CI !== undefined) {
  throw new Error('The clock of a redis-server is set on Linux with cc, and CI runs no test run without it.');
}

/** The time of day of a process that is started with its environment. */
export interface SteppedClock {
  readonly environment: Readonly<Record<string, string>>;
  /** So far from the machine's own time, from now on. */
  set(offsetMs: number): Promise<void>;
  remove(): Promise<void>;
}

export async function createSteppedClock(): Promise<SteppedClock> {
  const directory = await mkdtemp(join(tmpdir(), 'imei-bot-clock-'));
  const library = join(directory, 'stepped-clock.so');
  const { status, stderr } = spawnSync('cc', ['-shared', '-fPIC', '-O1', '-o', library, SOURCE]);
  if (status !== 0) throw new Error(String(stderr));
  const file = join(directory, 'offset');
  const set = async (offsetMs: number): Promise<void> => {
    // Never read half written.
    await writeFile(`${file}.new`, String(Math.trunc(offsetMs / 1_000)));
    await rename(`${file}.new`, file);
  };
  await set(0);
  return {
    environment: { LD_PRELOAD: library, STEPPED_CLOCK: file },
    set,
    remove: () => rm(directory, { recursive: true, force: true }),
  };
}
