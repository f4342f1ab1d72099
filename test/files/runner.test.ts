import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { type Program, WorkFailed } from '../../src/files/work/job.ts';
import { type Runner, startProcess } from '../../src/files/work/runner.ts';
import { childrenMs } from '../support/measure/children-time.ts';
import { isNight } from '../support/nightly.ts';
import { builtFile, createBuiltRunner } from '../support/process/built-work.ts';
import { endWithTests } from '../support/process/end-with-tests.ts';
import { eventually } from '../support/process/process-main.ts';

const never = new AbortController().signal;
const IS_LINUX = existsSync('/proc/self/status');

/** A program that does what the code says with its `input`; `answer` sends an output back. */
function program(code: string, limits: Partial<Program> = {}): Program {
  const whole = `import { parentPort } from 'node:worker_threads';
    import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
    parentPort.on('message', (input) => {
      const answer = (output) => parentPort.postMessage({ output });
      ${code}
    });`;
  const thread = new URL(`data:text/javascript,${encodeURIComponent(whole)}`);
  return { thread, timeLimitMs: 30_000, ...limits };
}

const PID = 'answer(process.pid);';
const FILLING = 'const all = []; while (true) all.push(new Array(1000).fill(0.5));';
/** Outside the heap, as image decoders do. */
const BUFFERS = 'const all = []; setInterval(() => all.push(Buffer.alloc(4_000_000, 1)), 1);';
const echo = program('answer(input)');
/** Says who it is, and then never ends. */
const busy = program(`if (input === 'who') { ${PID} } else while (true);`);

function runs(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

let runner: Runner | undefined;
const open = (idleMs?: number): Runner => {
  runner = createBuiltRunner(idleMs === undefined ? {} : { idleMs });
  return runner;
};
afterEach(() => runner?.close());

describe('a job in a process of its own', () => {
  const why = (promise: Promise<unknown>) =>
    promise.then(
      () => 'done',
      (error: unknown) => (error instanceof WorkFailed ? error.why : error),
    );

  it.each([
    ['never ends', 'while (true);', 'too-slow'],
    ['fills the memory', 'const all = []; while (true) all.push({ input });', 'too-much'],
    // From Node.js 24 on, a thread that does this cannot be ended: only its process can.
    ['fills the memory with numbers', FILLING, /^too-(?:slow|much)$/],
    ['fills the memory of a library', BUFFERS, 'too-much'],
    // V8 ends the whole process over it, where a thread has its limit of memory or not.
    ['fills the memory at once', 'answer(new Array(2 ** 25).fill(0.5).length)', 'too-much'],
    ['is taken by the system for want of memory', "process.kill(process.pid, 'SIGKILL')", 'too-much'],
    ['crashes', "process.kill(process.pid, 'SIGSEGV')", 'broke'],
    ['breaks', "throw new Error('broken')", 'broke'],
    ['ends the thread', 'process.exit(3)', 'broke'],
  ])('that %s is ended, and the next one is done', async (_, code, expected) => {
    const open_ = open();
    const bad = program(code, {
      timeLimitMs: expected === 'too-much' || expected === 'broke' ? 30_000 : 1_500,
    });
    expect(await why(open_.run(bad, { input: 1, signal: never }))).toMatch(expected);
    expect(await open_.run(echo, { input: 2, signal: never })).toBe(2);
  });

  it.runIf(isNight)(
    'may last longer than it may take of the processor, since others may keep that busy',
    async () => {
      const waiting = program("setTimeout(() => answer('done'), 4_000);", { timeLimitMs: 3_000 });
      expect(await open().run(waiting, { input: 1, signal: never })).toBe('done');
    },
  );

  it.runIf(IS_LINUX)('is ended once it has taken its limit of the processor', async () => {
    const before = childrenMs();
    const burning = program('while (true);', { timeLimitMs: 1_000 });
    const failed = await open()
      .run(burning, { input: 1, signal: never })
      .catch((error: unknown) => error);
    expect(failed).toMatchObject({ why: 'too-slow' });
    // On a machine so busy that it gets less than a third of a processor, its time is over before.
    const isByProcessor = failed instanceof WorkFailed && failed.cause !== undefined;
    expect(isByProcessor || childrenMs() - before < 2_000).toBe(true);
  });

  it('that waits for ever is ended', async () => {
    const idle = program('', { timeLimitMs: 500 });
    const open_ = open();
    expect(await why(open_.run(idle, { input: 1, signal: never }))).toBe('too-slow');
    expect(await open_.run(echo, { input: 2, signal: never })).toBe(2);
  });

  it('tells what broke', async () => {
    const running = open().run(program("throw new TypeError('no such cell')"), { input: 1, signal: never });
    await expect(running).rejects.toMatchObject({
      cause: { message: 'no such cell', stack: expect.stringContaining('data:text/javascript') },
    });
  });

  it('is ended when nobody waits for it any more', async () => {
    const open_ = open();
    const pid = z.number().parse(await open_.run(busy, { input: 'who', signal: never }));
    const abort = new AbortController();
    const running = open_.run(busy, { input: 'work', signal: abort.signal });
    setTimeout(() => abort.abort(new Error('given up')), 200);
    await expect(running).rejects.toThrow('given up');
    await eventually(() => !runs(pid));
  });

  it('that is given up while the process before it ends is not started', async () => {
    const open_ = open();
    await open_.run(echo, { input: 1, signal: never });
    const abort = new AbortController();
    const running = open_.run(busy, { input: 'work', signal: abort.signal });
    // The process of the other program is ending now.
    setImmediate(() => abort.abort(new Error('given up')));
    await expect(running).rejects.toThrow('given up');
    expect(await open_.run(echo, { input: 2, signal: never })).toBe(2);
  });

  it('that is given up while it waits for others is not waited for', async () => {
    const open_ = open();
    const before = new AbortController();
    const first = open_.run(busy, { input: 'work', signal: before.signal });
    const abort = new AbortController();
    const waiting = open_.run(echo, { input: 1, signal: abort.signal });
    abort.abort(new Error('given up'));
    await expect(waiting).rejects.toThrow('given up');
    before.abort(new Error('ended'));
    await expect(first).rejects.toThrow('ended');
  });

  it('sees none of the settings, which hold keys', async () => {
    vi.stubEnv('RUNNER_TEST_SECRET', 'a secret');
    onTestFinished(() => void vi.unstubAllEnvs());
    const seen = await open().run(program('answer(Object.keys(process.env))'), { input: 1, signal: never });
    expect(seen).toEqual([]);
  });

  it.runIf(IS_LINUX)('has none of the files of the bot, nor the settings in its process', async () => {
    vi.stubEnv('RUNNER_TEST_SECRET', 'a secret');
    onTestFinished(() => void vi.unstubAllEnvs());
    const looking = program(`
      const linkOf = (fd) => { try { return readlinkSync('/proc/self/fd/' + fd); } catch { return ''; } };
      const environment = readFileSync('/proc/self/environ', 'utf8').split('\\0').map((line) => line.split('=')[0]);
      answer({ environment, files: readdirSync('/proc/self/fd').map(linkOf) });`);
    const seen = z
      .object({ environment: z.array(z.string()), files: z.array(z.string()) })
      .parse(await open().run(looking, { input: 1, signal: never }));
    expect(seen.environment.filter((name) => !/^(NODE_CHANNEL_\w+|LD_LIBRARY_PATH|)$/.test(name))).toEqual(
      [],
    );
    expect(seen.files.filter((path) => path.startsWith('/') && path !== '/dev/null')).toEqual([]);
  });

  it('gets of a view of a buffer what it shows, and its sender keeps it', async () => {
    const view = Uint8Array.from([1, 2, 3, 4]).subarray(1, 3);
    const counting = program('answer([...input, input.buffer.byteLength < 8192])');
    const seen = await open().run(counting, { input: view, signal: never });
    expect([seen, [...view]]).toEqual([
      [2, 3, true],
      [2, 3],
    ]);
  });

  it('gets large files whole, and what comes with them', async () => {
    const file = Uint8Array.from({ length: 300_000 }, (_, index) => index % 251);
    const reading = program('answer([input.file, input.numbers, input.same])');
    const input = { file, numbers: Uint32Array.of(7, 4_000_000_000), same: file.subarray(100_000) };
    const seen = await open().run(reading, { input, signal: never });
    expect(seen).toEqual([file, input.numbers, input.same]);
  });

  it('has the process to itself: another program gets another one, and never beside it', async () => {
    const counting = program(`globalThis.n = (globalThis.n ?? 0) + 1; answer([globalThis.n, process.pid])`);
    const other = program(PID);
    const open_ = open();
    const count = async () =>
      z.tuple([z.number(), z.number()]).parse(await open_.run(counting, { input: 0, signal: never }));
    const [first, second] = await Promise.all([count(), count()]);
    const pid = await open_.run(other, { input: 0, signal: never });
    expect([first[0], second[0], second[1] === first[1]]).toEqual([1, 2, true]);
    expect([runs(first[1]), pid === first[1]]).toEqual([false, false]);
    expect((await count())[0]).toBe(1);
  });

  it('goes on when a signal is meant for the bot', async () => {
    const slow = program(
      "if (input === 'who') { answer(process.pid); } else setTimeout(() => answer('done'), 500);",
    );
    const open_ = open();
    const pid = z.number().parse(await open_.run(slow, { input: 'who', signal: never }));
    const running = open_.run(slow, { input: 'work', signal: never });
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.kill(pid, name);
    expect(await running).toBe('done');
  });

  it('is refused once the bot ends', async () => {
    const open_ = open();
    await open_.close();
    expect(await why(open_.run(echo, { input: 1, signal: never }))).toBe('broke');
  });
});

describe('the process for jobs', () => {
  it('ends after a while without any, with all of its memory', async () => {
    const open_ = open(100);
    const pid = z.number().parse(await open_.run(program(PID), { input: 1, signal: never }));
    await eventually(() => !runs(pid));
    expect(await open_.run(echo, { input: 2, signal: never })).toBe(2);
  });

  it.each([
    [
      'killed in the midst of a job',
      "void runner.run(program, { input: 'work', signal: never });",
      'SIGKILL',
    ],
    ['killed when there is no job', '', 'SIGKILL'],
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
    await eventually(() => !runs(pid));
  });

  it('ends at once where the bot is gone before it has begun', async () => {
    const child = startProcess(busy, builtFile('files/work/host.js'));
    onTestFinished(() => void child.kill('SIGKILL'));
    const ended = once(child, 'exit');
    child.disconnect();
    await ended;
  });

  it('does not keep the bot alive', async () => {
    const bot = spawn(process.execPath, ['--input-type=module', '--eval', botThat('', '')], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    endWithTests(bot);
    onTestFinished(() => void bot.kill('SIGKILL'));
    expect(await once(bot, 'exit')).toEqual([0, null]);
  });
});

/** A process that has had one job done, says in which process, and does not end by itself. */
function botThat(after: string, waiting = 'setInterval(() => undefined, 1_000);'): string {
  const { thread, ...limits } = busy;
  return `
    import { createRunner } from '${builtFile('files/work/runner.js')}';
    const runner = createRunner();
    const program = { thread: new URL(${JSON.stringify(thread.href)}), ...${JSON.stringify(limits)} };
    const never = new AbortController().signal;
    const pid = await runner.run(program, { input: 'who', signal: never });
    ${after}
    ${waiting}
    console.log(pid);`;
}
