import { describe, expect, it, onTestFinished } from 'vitest';
import { SANDBOX_KEYS } from '../../src/sandbox/answers/keys.ts';
import { parseSandboxArguments } from '../../src/sandbox/arguments.ts';
import { createDelay } from '../../src/sandbox/faults/random.ts';
import { runSandbox } from '../../src/sandbox/run.ts';
import type { Sandbox } from '../../src/sandbox/server.ts';
import { check, freeSandbox, keyStatus } from './stage.ts';

interface Outcome {
  readonly started: Sandbox | number;
  readonly out: string;
  readonly err: string;
}

async function run(...words: string[]): Promise<Outcome> {
  let out = '';
  let err = '';
  const started = await runSandbox(words, {
    stdout: { write: (text) => (out += text) },
    stderr: { write: (text) => (err += text) },
  });
  if (typeof started !== 'number') onTestFinished(() => started.close());
  return { started, out, err };
}

function running({ started }: Outcome): Sandbox {
  return typeof started === 'number' ? expect.fail('it should run') : started;
}

describe('npm run sandbox', () => {
  it('serves, and prints where, what to try, the keys and the faults', async () => {
    const outcome = await run('--port', '0');
    const sandbox = running(outcome);
    expect(outcome.out).toContain(sandbox.url);
    expect(outcome.out).toContain(
      `curl -F key=sandbox-full -F imei=490154203237518 ${sandbox.url}/api/checkimei/`,
    );
    expect(outcome.out).toContain(`curl '${sandbox.url}/api/status?key=sandbox-full'`);
    for (const { key } of SANDBOX_KEYS) expect(outcome.out).toContain(key);
    expect(outcome.out).toContain("-H 'x-sandbox-fault: hourly-limit'");
    expect(outcome.out).toContain('not from the real service');
    expect(outcome.err).toBe('');
    expect(await check(sandbox)).toMatchObject({ body: { model: '3110' } });
  });

  it.each([
    [['--prot', '1'], "'--prot'"],
    [['nonsense'], 'nonsense'],
    [['--port', 'x'], '--port: write a whole number from 0 to 65535'],
    [['--port', '70000'], '--port: must be from 0 to 65535'],
    [['--delay', 'slow'], '--delay: write milliseconds such as 300 or 100-800'],
    [['--window', '60'], '--window: write a number and a unit'],
    [['--block', '0s'], '--block: must be from 1ms to 24h'],
    [['--no-limits', '--window', '1s'], '--no-limits: leaves nothing for --window'],
  ])('does not start with %j, and says what to write instead', async (words, told) => {
    const { started, err, out } = await run(...words);
    expect(started).toBe(78);
    expect(err).toContain(told);
    expect(err).toContain('Usage: npm run sandbox -- [options]');
    expect(out).toBe('');
  });

  it('tells its usage when asked', async () => {
    const { started, out } = await run('--help');
    expect(started).toBe(0);
    expect(out).toContain('--no-limits');
  });

  it('says what to do when the port is taken', async () => {
    const { url } = await freeSandbox();
    const { started, err } = await run('--port', new URL(url).port);
    expect(started).toBe(1);
    expect(err).toMatch(/^Port \d+ is taken\. Please choose another one/);
  });

  it('says what to do when the host is not of this machine', async () => {
    const { started, err } = await run('--port', '0', '--host', '192.0.2.1');
    expect(started).toBe(1);
    expect(err).toContain('no address of this machine');
  });

  it('takes limits and delays from its options', () => {
    expect(parseSandboxArguments([])).toMatchObject({
      port: 8080,
      host: '127.0.0.1',
      delay: 0,
      limits: { concurrent: 4, perWindow: 19, windowMs: 60_000 },
    });
    const words = ['--window', '500ms', '--block', '5m', '--delay', '100-800'];
    expect(parseSandboxArguments(words)).toMatchObject({
      delay: { from: 100, to: 800 },
      limits: { concurrent: 4, perWindow: 19, windowMs: 500, blockMs: 300_000 },
    });
    expect(parseSandboxArguments(['--no-limits'])).toMatchObject({ limits: 'none' });
  });
});

describe('closing', () => {
  it('frees the port at once, whatever is in flight', async () => {
    const sandbox = await freeSandbox({ delay: 60_000 });
    const waiting = [check(sandbox), check(sandbox)].map((call) => call.catch(() => 'cut'));
    while (sandbox.paidChecks.length < 2) await new Promise((resolve) => setTimeout(resolve, 5));
    await sandbox.close();
    expect(await Promise.all(waiting)).toEqual(['cut', 'cut']);
    await expect(keyStatus(sandbox, 'sandbox-full')).rejects.toThrow('fetch failed');
  });
});

describe('a delay', () => {
  it('is fixed, or random within its bounds and the same for the same seed', () => {
    expect(createDelay(300)()).toBe(300);
    const series = (seed: number): number[] => {
      const next = createDelay({ from: 100, to: 800, seed });
      return Array.from({ length: 200 }, next);
    };
    expect(series(1)).toEqual(series(1));
    expect(series(1)).not.toEqual(series(2));
    expect(Math.min(...series(1))).toBeGreaterThanOrEqual(100);
    expect(Math.max(...series(1))).toBeLessThan(800);
    expect(Math.max(...series(1)) - Math.min(...series(1))).toBeGreaterThan(600);
  });
});
