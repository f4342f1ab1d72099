import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { readLocalFile } from '../../../src/adapters/console/files.ts';

const LIMITS = { maxBytes: 100, signal: new AbortController().signal };

async function directory(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'imei-bot-read-'));
  onTestFinished(() => rm(made, { recursive: true }));
  return made;
}

const read = (location: string) => readLocalFile({ name: 'a', location }, LIMITS);

it('a file of this machine is read as it is', async () => {
  const location = join(await directory(), 'a.csv');
  await writeFile(location, '490154203237518');
  expect(String(await read(location))).toBe('490154203237518');
});

it('a folder, a socket and a device are refused, and nothing waits for their end', async () => {
  const folder = await directory();
  const socket = join(folder, 'socket');
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(socket, resolve));
  for (const location of [folder, socket, '/dev/zero'])
    await expect(read(location)).rejects.toMatchObject({ why: 'failed' });
  server.close();
});

it('what is too large is not read', async () => {
  const location = join(await directory(), 'a.csv');
  await writeFile(location, 'x'.repeat(101));
  await expect(read(location)).rejects.toMatchObject({ why: 'too-large' });
});

it('what is not there is said to be gone', async () => {
  await expect(read(join(await directory(), 'a.csv'))).rejects.toMatchObject({ why: 'gone' });
});
