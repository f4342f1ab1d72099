import { spawn, spawnSync } from 'node:child_process';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { appendProgress, limitMs, type Progress, parseProgress, progressOf, SLOWEST_MS } from './progress.ts';
import type { Room } from './rooms.ts';

/**
 * A test that says nothing while it uses so much of the processor's time, beside what it may take, is in a loop that even
 * its own time limit does not end. Time that others have the processor for does not count; loading the tests does.
 */
const HANGS_AFTER_CPU_MS = 6_000;
/** Nor does one wait for ever that uses none. */
const HANGS_AFTER_MS = 300_000;
const LOOK_EVERY_MS = 2_000;
/** Tests that take no longer than this, one pass after the other: what a quick one notices, no slow one has to. */
const PASSES_MS = [15, 60, 250, SLOWEST_MS];

export interface Trial {
  readonly root: string;
  readonly room: Room;
  /** The instrumented code, as JSON. */
  readonly planPath: string;
  /** Where the process that runs the tests writes what it finds. */
  readonly progressPath: string;
  /** Of a Redis that the tests may empty. */
  readonly redisUrl?: string | undefined;
  /** Tries only what survived the last trial of the same code. */
  readonly isAgain: boolean;
}

/**
 * Runs the tests of a room once to see which mutants each of them runs into, and then with the mutants.
 * @throws Error when a test fails without any mutant
 */
export async function tryMutants(trial: Trial): Promise<Progress> {
  const { progressPath } = trial;
  const keptLines = trial.isAgain
    ? (await linesOf(trial)).filter(({ is }) => is === 'killed' || is === 'hung')
    : [];
  await writeFile(progressPath, '');
  if ((await runTests(trial, 'coverage')) !== 'passed')
    throw new Error('A test fails without any mutant; what is written above says which');
  for (const line of keptLines) appendProgress(progressPath, line);
  for (const mostMs of PASSES_MS) {
    // One that hangs takes the process with it, and the others go on in the next one.
    while ((await runTests(trial, 'mutants', mostMs)) === 'hangs') {
      const { current } = progressOf(await linesOf(trial));
      if (current === undefined) throw new Error('The tests hang without any mutant');
      appendProgress(progressPath, { is: 'hung', mutant: current });
    }
  }
  return progressOf(await linesOf(trial));
}

async function linesOf({ progressPath }: Trial): Promise<ReturnType<typeof parseProgress>> {
  return parseProgress(await readFile(progressPath, 'utf8'));
}

async function runTests(
  trial: Trial,
  mode: 'coverage' | 'mutants',
  mostMs = 0,
): Promise<'passed' | 'failed' | 'hangs'> {
  const program = fileURLToPath(new URL('vitest.mjs', import.meta.resolve('vitest/package.json')));
  const child = spawn(process.execPath, [program, 'run', '--config', 'vitest.mutation.config.ts'], {
    cwd: trial.root,
    env: {
      ...process.env,
      MUTATION_TESTS: trial.room.tests.join(','),
      MUTATION_SLOW: trial.room.slow?.join(',') ?? '',
      MUTATION_PLAN: trial.planPath,
      MUTATION_PROGRESS: trial.progressPath,
      MUTATION_MODE: mode,
      MUTATION_MOST_MS: String(mostMs),
      // Read in `test/support/nightly.ts`.
      MUTATION: 'yes',
      // Read in `test/support/store/redis.ts`.
      ...(trial.redisUrl !== undefined && { MUTATION_REDIS_URL: trial.redisUrl }),
    },
    stdio: ['ignore', mode === 'coverage' ? 'inherit' : 'ignore', 'inherit'],
  });
  const ended = new Promise<'passed' | 'failed'>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code === 0 ? 'passed' : 'failed'));
  });
  let words = -1;
  let lastWord = { at: 0, cpuMs: 0 };
  for (;;) {
    const result = await Promise.race([ended, sleep(LOOK_EVERY_MS)]);
    if (result !== undefined) return result;
    const { size } = await stat(trial.progressPath);
    const now = { at: performance.now(), cpuMs: cpuMsOf(child.pid) };
    if (size !== words) lastWord = now;
    words = size;
    const isSilent =
      now.at - lastWord.at >= HANGS_AFTER_MS ||
      now.cpuMs - lastWord.cpuMs >= HANGS_AFTER_CPU_MS + limitMs(mostMs);
    if (mode === 'coverage' || !isSilent) continue;
    child.kill('SIGKILL');
    await ended;
    return 'hangs';
  }
}

/** The processor's time that a process has used. 0 where `ps` cannot tell: then only the clock counts. */
function cpuMsOf(pid: number | undefined): number {
  const { stdout } = spawnSync('ps', ['-o', 'time=', '-p', String(pid)], { encoding: 'utf8' });
  const [seconds = 0, minutes = 0, hours = 0, days = 0] = (stdout ?? '')
    .trim()
    .split(/[-:]/)
    .reverse()
    .map(Number);
  const sum = seconds + 60 * (minutes + 60 * (hours + 24 * days));
  return Number.isNaN(sum) ? 0 : 1_000 * sum;
}
