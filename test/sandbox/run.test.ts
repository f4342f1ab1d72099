import { expect, it, onTestFinished } from 'vitest';
import { SANDBOX_KEYS } from '../../src/sandbox/answers/keys.ts';
import { createDelay } from '../../src/sandbox/faults/random.ts';
import { runSandbox } from '../../src/sandbox/run.ts';
import { check, freeSandbox, keyStatus } from './stage.ts';

async function run(...words: string[]) {
  let said = '';
  const sandbox = await runSandbox(words, (text) => {
    said += text;
  });
  onTestFinished(async () => sandbox?.close());
  return { sandbox, said };
}

it('npm run sandbox serves, and prints where, what to try, the keys and the faults', async () => {
  const { sandbox, said } = await run('--port', '0', '--delay', '0-5');
  if (sandbox === undefined) throw new Error('it should run');
  expect(said).toContain(`curl -F key=sandbox-full -F imei=490154203237518 ${sandbox.url}/api/checkimei/`);
  expect(said).toContain(`curl '${sandbox.url}/api/status?key=sandbox-full'`);
  for (const { key } of SANDBOX_KEYS) expect(said).toContain(key);
  expect(said).toContain("-H 'x-sandbox-fault: hourly-limit'");
  expect(said).toContain('not from the real service');
  expect(await check(sandbox)).toMatchObject({ body: { model: '3110' } });
  await expect(run('--port', new URL(sandbox.url).port)).rejects.toThrow('address already in use');
});

it('npm run sandbox prints its usage, and refuses what it does not understand', async () => {
  expect((await run('--help')).said).toContain('--no-limits');
  await expect(run('--prot', '1')).rejects.toThrow("'--prot'");
  await expect(run('--delay', 'slow')).rejects.toThrow('write milliseconds such as 300');
  await expect(run('--port', 'x')).rejects.toThrow(/port/i);
});

it('closing frees the port at once, whatever is in flight', async () => {
  const sandbox = await freeSandbox({ delay: 60_000 });
  const waiting = [check(sandbox), check(sandbox)].map((call) => call.catch(() => 'cut'));
  await expect.poll(() => sandbox.paidChecks).toHaveLength(2);
  await sandbox.close();
  expect(await Promise.all(waiting)).toEqual(['cut', 'cut']);
  await expect(keyStatus(sandbox, 'sandbox-full')).rejects.toThrow('fetch failed');
});

it('a delay is fixed, or random within its bounds and the same for the same seed', () => {
  expect(createDelay(300)()).toBe(300);
  const series = () => Array.from({ length: 200 }, createDelay({ from: 100, to: 800, seed: 1 }));
  expect(series()).toEqual(series());
  for (const ms of series()) expect(Math.floor((ms - 100) / 700)).toBe(0);
});
