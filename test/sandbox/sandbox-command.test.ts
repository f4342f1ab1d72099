import { expect, it, onTestFinished } from 'vitest';
import { SANDBOX_KEYS } from '../../src/sandbox/responses/keys.ts';
import { runSandbox } from '../../src/sandbox/sandbox-command.ts';
import { check } from './stage.ts';

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
  expect(said).toContain(
    `curl -F key=sandbox-full -F imei=490154203237518 ${sandbox.url}/api/checkimei/`,
  );
  expect(said).toContain(`curl '${sandbox.url}/api/status?key=sandbox-full'`);
  for (const { key } of SANDBOX_KEYS) expect(said).toContain(key);
  expect(said).toContain("-H 'x-sandbox-fault: hourly-limit'");
  expect(said).toContain('not from the real service');
  expect(await check(sandbox)).toMatchObject({ body: { model: '3110' } });
  const { port } = new URL(sandbox.url);
  await expect(run('--port', port)).rejects.toThrow(
    `Port ${port} of 127.0.0.1 is taken (EADDRINUSE): write another one behind --port`,
  );
});

it('npm run sandbox names IMEIs with what it really answers', async () => {
  const { sandbox, said } = await run('--port', '0', '--no-limits');
  if (sandbox === undefined) throw new Error('it should run');
  const list = said.slice(said.indexOf('IMEIs:'), said.indexOf('Keys:'));
  const lines = [...list.matchAll(/(\d{15}) +(.+)/g)];
  expect(lines.length).toBeGreaterThan(5);
  for (const [, imei = '', about = ''] of lines) {
    const answer = JSON.stringify((await check(sandbox, { imei })).body).toLowerCase();
    for (const word of about.toLowerCase().split(' ')) expect(answer).toContain(word);
  }
});

it('npm run sandbox prints its usage, and refuses what it does not understand', async () => {
  expect((await run('--help')).said).toContain('--no-limits');
  await expect(run('--prot', '1')).rejects.toThrow("'--prot'");
  await expect(run('--delay', 'slow')).rejects.toThrow('write milliseconds such as 300');
  for (const port of ['x', '', '-1', '80.5', '65536']) {
    await expect(run(`--port=${port}`)).rejects.toThrow('--port: write a number from 0 to 65535');
  }
});
