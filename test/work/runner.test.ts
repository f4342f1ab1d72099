import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { WorkFailed } from '../../src/work/failed.ts';
import type { Program } from '../../src/work/job.ts';
import { createRunner, type Runner } from '../../src/work/runner.ts';

const never = new AbortController().signal;

/** A program that does what the code says with its `input`; `answer` sends an output back. */
function program(code: string, limits: Partial<Program> = {}): Program {
  const whole = `import { parentPort } from 'node:worker_threads';
    parentPort.on('message', ({ id, input }) => {
      const answer = (output) => parentPort.postMessage({ id, output });
      ${code}
    });`;
  const thread = new URL(`data:text/javascript,${encodeURIComponent(whole)}`);
  return { thread, timeLimitMs: 30_000, heapMb: 64, ...limits };
}

describe('a job in a thread of its own', () => {
  let runner: Runner | undefined;
  const open = (): Runner => {
    runner = createRunner();
    return runner;
  };
  afterEach(() => runner?.close());

  const echo = program('answer(input)');
  const why = (promise: Promise<unknown>) =>
    promise.then(
      () => 'done',
      (error: unknown) => (error instanceof WorkFailed ? error.why : error),
    );

  it.each([
    ['never ends', 'while (true);', 'too-slow'],
    ['fills the memory', 'const all = []; while (true) all.push(new Array(1000).fill(0.5));', 'too-much'],
    ['breaks', "throw new Error('broken')", 'broke'],
    ['ends the thread', 'process.exit(3)', 'broke'],
  ])('that %s is ended, and the next one is done', async (_, code, expected) => {
    const open_ = open();
    const bad = program(code, { timeLimitMs: expected === 'too-slow' ? 500 : 30_000 });
    expect(await why(open_.run(bad, { input: 1, signal: never }))).toBe(expected);
    expect(await open_.run(echo, { input: 2, signal: never })).toBe(2);
  });

  it('is ended when nobody waits for it any more', async () => {
    const abort = new AbortController();
    const running = open().run(program('while (true);'), { input: 1, signal: abort.signal });
    setTimeout(() => abort.abort(new Error('given up')), 200);
    await expect(running).rejects.toThrow('given up');
  });

  it('sees none of the settings, which hold keys', async () => {
    vi.stubEnv('RUNNER_TEST_SECRET', 'a secret');
    onTestFinished(() => void vi.unstubAllEnvs());
    const seen = await open().run(program('answer(Object.keys(process.env))'), { input: 1, signal: never });
    expect(seen).toEqual([]);
  });

  it('has the thread to itself: another program gets another one, and never beside it', async () => {
    const counting = program('globalThis.n = (globalThis.n ?? 0) + 1; answer(globalThis.n)');
    const open_ = open();
    const run = (one: Program) => open_.run(one, { input: 0, signal: never });
    expect(await Promise.all([run(counting), run(counting), run(echo), run(counting)])).toEqual([1, 2, 0, 1]);
  });

  it('is refused once the process ends', async () => {
    const open_ = open();
    await open_.close();
    expect(await why(open_.run(echo, { input: 1, signal: never }))).toBe('broke');
  });
});
