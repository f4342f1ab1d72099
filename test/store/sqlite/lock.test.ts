import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { lockStore } from '../../../src/store/sqlite/lock.ts';
import { StoreInUse } from '../../../src/store/unusable.ts';

it('a store is held by one at a time, and can be taken once it is released', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'imei-bot-lock-'));
  const file = join(directory, 'bot.sqlite');
  const first = await lockStore(file);
  await expect(lockStore(file)).rejects.toThrow(StoreInUse);
  await first.release();
  const second = await lockStore(file);
  await second.release();
  await rm(directory, { recursive: true });
});
