import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { afterAll, afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { type Runner, startProcess } from '../../src/files/work/runner.ts';
import { WorkFailed, type WorkJob } from '../../src/files/work/work-job.ts';
import { childrenMs } from '../support/measure/processor-time.ts';
import { isNight } from '../support/nightly.ts';
import { builtFile, createBuiltRunner } from '../support/process/built-work.ts';
import { endWithTests } from '../support/process/end-with-tests.ts';

const never = new AbortController().signal;
const IS_LINUX = existsSync('/proc/self/status');

/** Does what the code of its job says with the `input`; `answer` sends an output back. */
const THREAD = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads';
    import fs from 'node:fs';
    const answer = (output) => parentPort.postMessage({ output });
    parentPort.on('message', ({ code, input }) => new Function('input', 'answer', 'fs', code)(input, answer, fs));`)}`,
);

/** A job with the code of what it does. */
function job(code: string, input?: unknown, more: Partial<WorkJob> = {}): WorkJob {
  return { input: { code, input }, timeLimitMs: 30_000, signal: never, ...more };
}

const PID = 'answer(process.pid);';
/** Not objects: the garbage collection would search them for seconds. */
const TEXTS = "const all = []; while (true) all.push('x'.repeat(100_000).toUpperCase());";
const FILLING = 'const all = []; while (true) all.push(new Array(1000).fill(0.5));';
/** Outside the heap, as image decoders do. */
const BUFFERS = 'const all = []; setInterval(() => all.push(Buffer.alloc(4_000_000, 1)), 1);';
const echo = (input: unknown) => job('answer(input)', input);
const BUSY = 'while (true);';

function runs(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

let runner: Runner | undefined;
const open = (idleMs?: number): Runner => {
  runner = createBuiltRunner({ thread: THREAD, ...(idleMs !== undefined && { idleMs }) });
  return runner;
};
afterEach(() => runner?.close());

describe('a job in a process of its own', () => {
  const why = (promise: Promise<unknown>) =>
    promise.then(
      () => 'done',
      (error: unknown) => (error instanceof WorkFailed ? error.why : error),
    );

  // One runner for most: the process of a next job is that of the case after it.
  const shared = createBuiltRunner({ thread: THREAD });
  afterAll(() => shared.close());
  it.each([
    ['waits for ever', '', 'too-slow'],
    ['fills the memory', TEXTS, 'too-much'],
    // From Node.js 24 on, a thread that does this cannot be ended: only its process can.
    ['fills the memory with numbers', FILLING, /^too-(?:slow|much)$/],
    ['fills the memory of a library', BUFFERS, 'too-much'],
    ['is ended by V8 for want of memory', "process.kill(process.pid, 'SIGABRT')", 'too-much'],
    [
      'is taken by the system for want of memory',
      "process.kill(process.pid, 'SIGKILL')",
      'too-much',
    ],
    ['crashes', "process.kill(process.pid, 'SIGSEGV')", 'broke'],
    ['ends the thread', 'process.exit(3)', 'broke'],
  ])('that %s is ended, and the next one is done', async (_, code, expected) => {
    const timeLimitMs = expected === 'too-much' || expected === 'broke' ? 30_000 : 300;
    expect(await why(shared.run(job(code, 1, { timeLimitMs })))).toMatch(expected);
    expect(await shared.run(echo(2))).toBe(2);
  });

  it.runIf(isNight)(
    'that fills the memory at once is ended, and the next one is done',
    async () => {
      // V8 ends the whole process over it, where a thread has its limit of memory or not.
      const filling = 'answer([1, 2].map(() => new Array(2 ** 25).fill(0.5)).length)';
      expect(await why(shared.run(job(filling)))).toBe('too-much');
      expect(await shared.run(echo(2))).toBe(2);
    },
  );

  it.runIf(isNight)(
    'may last longer than it may take of the processor, since others may keep that busy',
    async () => {
      const waiting = job("setTimeout(() => answer('done'), 4_000);", 1, { timeLimitMs: 3_000 });
      expect(await open().run(waiting)).toBe('done');
    },
  );

  it.runIf(IS_LINUX)('is ended once it has taken its limit of the processor', async () => {
    const before = childrenMs();
    const failed = await open()
      .run(job(BUSY, 1, { timeLimitMs: 400 }))
      .catch((error: unknown) => error);
    expect(failed).toMatchObject({ why: 'too-slow' });
    // On a machine so busy that it gets less than a third of a processor, its time is over before.
    const isByProcessor = failed instanceof WorkFailed && failed.cause !== undefined;
    expect(isByProcessor || childrenMs() - before < 1_400).toBe(true);
  });

  it('tells what broke', async () => {
    const running = shared.run(job("throw new TypeError('no such cell')"));
    await expect(running).rejects.toMatchObject({
      why: 'broke',
      cause: { message: 'no such cell', stack: expect.stringContaining('data:text/javascript') },
    });
  });

  it('is ended when nobody waits for it any more', async () => {
    const pid = z.number().parse(await shared.run(job(PID)));
    const abort = new AbortController();
    const running = shared.run(job(BUSY, 1, { signal: abort.signal }));
    setTimeout(() => abort.abort(new Error('given up')), 200);
    await expect(running).rejects.toThrow('given up');
    await expect.poll(() => runs(pid)).toBe(false);
  });

  it('that is given up while the process before it ends is not started', async () => {
    const before = shared.run({ ...echo(1), isLarge: true });
    const abort = new AbortController();
    const running = shared.run(job(BUSY, 1, { signal: abort.signal }));
    // The process of the large job is ending now.
    void before.then(() => abort.abort(new Error('given up')));
    await expect(running).rejects.toThrow('given up');
    expect(await shared.run(echo(2))).toBe(2);
  });

  it('that is given up while it waits for others is not waited for', async () => {
    const before = new AbortController();
    const first = shared.run(job(BUSY, 1, { signal: before.signal }));
    const abort = new AbortController();
    const waiting = shared.run({ ...echo(1), signal: abort.signal });
    abort.abort(new Error('given up'));
    await expect(waiting).rejects.toThrow('given up');
    before.abort(new Error('ended'));
    await expect(first).rejects.toThrow('ended');
  });

  it.runIf(IS_LINUX)(
    'has none of the files of the bot, nor the settings in its process',
    async () => {
      vi.stubEnv('RUNNER_TEST_SECRET', 'a secret');
      onTestFinished(() => void vi.unstubAllEnvs());
      const looking = job(`
      const linkOf = (fd) => { try { return fs.readlinkSync('/proc/self/fd/' + fd); } catch { return ''; } };
      const environment = fs.readFileSync('/proc/self/environ', 'utf8').split('\\0').map((line) => line.split('=')[0]);
      answer({ environment, files: fs.readdirSync('/proc/self/fd').map(linkOf) });`);
      const seen = z
        .object({ environment: z.array(z.string()), files: z.array(z.string()) })
        .parse(await open().run(looking));
      expect(
        seen.environment.filter((name) => !/^(NODE_CHANNEL_\w+|LD_LIBRARY_PATH|)$/.test(name)),
      ).toEqual([]);
      expect(seen.files.filter((path) => path.startsWith('/') && path !== '/dev/null')).toEqual([]);
    },
  );

  it('gets large files whole, and what comes with them', async () => {
    const file = Uint8Array.from({ length: 300_000 }, (_, index) => index % 251);
    const sent = [file, Uint32Array.of(7, 4_000_000_000), file.subarray(100_000)];
    const seen = await shared.run<typeof sent>(job('answer(input)', sent));
    // As texts: to compare hundreds of thousands of numbers takes seconds.
    const textOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView) =>
      Buffer.from(buffer, byteOffset, byteLength).toString('latin1');
    expect(seen[1]).toBeInstanceOf(Uint32Array);
    expect(seen.map(textOf).join() === sent.map(textOf).join()).toBe(true);
  });

  it('reuses the process of the previous file, and gets a new one after a large file', async () => {
    const counting = job(
      'globalThis.n = (globalThis.n ?? 0) + 1; answer([globalThis.n, process.pid])',
    );
    const open_ = open();
    const count = async (isLarge = false) =>
      z.tuple([z.number(), z.number()]).parse(await open_.run({ ...counting, isLarge }));
    const [first, second] = await Promise.all([count(), count(true)]);
    const third = await count();
    expect(first[0]).toBe(1);
    expect(second[0]).toBe(2);
    expect(second[1]).toBe(first[1]);
    expect(runs(first[1])).toBe(false);
    expect(third[0]).toBe(1);
    expect(third[1]).not.toBe(first[1]);
  });

  it('goes on when a signal is meant for the bot', async () => {
    const pid = z.number().parse(await shared.run(job(PID)));
    const running = shared.run(job("setTimeout(() => answer('done'), 500);"));
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.kill(pid, name);
    expect(await running).toBe('done');
  });

  it('is refused once the bot ends', async () => {
    const open_ = open();
    await open_.close();
    expect(await why(open_.run(echo(1)))).toBe('broke');
  });
});

describe('the process for jobs', () => {
  it('ends after a while without any, with all of its memory', async () => {
    const open_ = open(100);
    const pid = z.number().parse(await open_.run(job(PID)));
    await expect.poll(() => runs(pid)).toBe(false);
    expect(await open_.run(echo(2))).toBe(2);
  });

  it.each([
    ['killed in the midst of a job', `void runner.run(${jobText(BUSY)});`, 'SIGKILL'],
    ['stopped', '', 'SIGTERM'],
  ] as const)('ends at once with a bot that is %s', async (_, after, signal) => {
    const bot = spawn(process.execPath, ['--input-type=module', '--eval', botThat(after)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    endWithTests(bot);
    onTestFinished(() => void bot.kill('SIGKILL'));
    const [said] = await Promise.race([once(bot.stdout, 'data'), once(bot, 'exit')]);
    const pid = Number(said);
    onTestFinished(() => void (runs(pid) && process.kill(pid, 'SIGKILL')));
    expect(runs(pid)).toBe(true);
    bot.kill(signal);
    await once(bot, 'exit');
    await expect.poll(() => runs(pid)).toBe(false);
  });

  it('ends at once where the bot is gone before it has begun', async () => {
    const child = startProcess(builtFile('files/work/child.js'), THREAD);
    onTestFinished(() => void child.kill('SIGKILL'));
    const ended = once(child, 'exit');
    child.disconnect();
    await ended;
  });
});

/** A process that has had one job done, says in which process, and does not end by itself. */
function botThat(after: string): string {
  return `
    import { Runner } from '${builtFile('files/work/runner.js')}';
    const runner = new Runner({ thread: new URL(${JSON.stringify(THREAD.href)}) });
    const never = new AbortController().signal;
    const pid = await runner.run(${jobText(PID)});
    ${after}
    setInterval(() => undefined, 1_000);
    console.log(pid);`;
}

function jobText(code: string): string {
  return `{ input: ${JSON.stringify({ code })}, timeLimitMs: 30_000, signal: never }`;
}
