import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, inject, it, onTestFinished } from 'vitest';
import { StoreInUse } from '../../../src/store/errors.ts';
import { lockStore } from '../../../src/store/sqlite/place.ts';

async function newPlace() {
  const directory = await mkdtemp(join(tmpdir(), 'imei-bot-lock-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  return { directory, file: join(directory, 'bot.sqlite') };
}

it('a store is held by one at a time, and can be taken once it is released', async () => {
  const { file } = await newPlace();
  const first = await lockStore(file);
  await expect(lockStore(file)).rejects.toThrow(StoreInUse);
  await first.release();
  const second = await lockStore(file);
  await second.release();
});

it('a store is no more held by whoever had it when its lock is taken away, whether somebody else takes it then or not', async () => {
  const { directory, file } = await newPlace();
  const first = await lockStore(file);
  expect(first.holds()).toBe(true);
  await rename(directory, `${directory}-moved`);
  expect(first.holds()).toBe(false);
  await rename(`${directory}-moved`, directory);
  expect(first.holds()).toBe(true);
  await rm(`${file}.lock`);
  const second = await lockStore(file);
  expect([first.holds(), second.holds()]).toEqual([false, true]);
  await first.release();
  await second.release();
});

it('a store is held where the disk takes not a byte, too, and nothing but an empty file stands beside it', async () => {
  const { directory, file } = await newPlace();
  const lock = pathToFileURL(join(inject('built'), 'src', 'store', 'sqlite', 'place.js'));
  const hold = `import { lockStore } from '${lock}'; await lockStore(process.env.FILE); console.log('held');`;
  // No file of this process may become larger than nothing.
  const asOnFullDisk = `trap '' XFSZ; ulimit -f 0; exec "$NODE" --input-type=module --eval "$HOLD"`;
  const { stdout } = await promisify(execFile)('sh', ['-c', asOnFullDisk], {
    env: { NODE: process.execPath, HOLD: hold, FILE: file },
  });
  expect(stdout).toBe('held\n');
  expect(await readdir(directory)).toEqual(['bot.sqlite.lock']);
});
