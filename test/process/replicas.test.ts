import { setTimeout as delay } from 'node:timers/promises';
import { createClient } from '@keyv/redis';
import { describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../src/core/clock.ts';
import { emptyDirectory, eventually, type MainProcess, startMain } from '../support/process/process-main.ts';
import { hasOwnRedis, startRedis } from '../support/store/redis.ts';
import { createPerson } from '../support/telegram/people.ts';
import { startTelegram, TOKEN } from '../support/telegram/server.ts';

describe.skipIf(!hasOwnRedis)('two replicas of the bot on one Redis', () => {
  it('answer a message once, also when the one that polls Telegram is killed', async () => {
    const redis = await startRedis({ persistence: 'always' });
    onTestFinished(() => redis.destroy());
    const telegram = await startTelegram(systemClock);
    const directory = await emptyDirectory();
    const environment = {
      STORE_URL: redis.url,
      CACHE_SECRET: 'one secret for both',
      TELEGRAM_TOKEN: TOKEN,
      TELEGRAM_API_URL: telegram.url,
      LOG_LEVEL: 'info',
    };
    const replicas: readonly MainProcess[] = [1, 2].map(() => startMain({ directory, environment }));
    const standsBy = ({ stderr }: MainProcess): boolean => stderr.includes('another process fetches');
    const answers = () => telegram.chats.messages.filter(({ fromBot }) => fromBot);
    const ann = createPerson(telegram, { id: 11 });
    await eventually(() => replicas.some(standsBy));

    ann.say('/help');
    await eventually(() => answers().length === 1);
    // Killed before it is struck out, it would be shown once more.
    await eventually(async () => (await owned(redis.url)).length === 0);
    replicas.find((replica) => !standsBy(replica))?.signal('SIGKILL');
    ann.say('/privacy');
    await eventually(() => answers().length === 2);
    await delay(500);

    expect(answers().map(({ text }) => text)).toEqual([
      expect.stringContaining('Send me an IMEI'),
      expect.stringContaining('What I store'),
    ]);
  });
});

/** The requests that are still some process' own. */
async function owned(url: string): Promise<readonly string[]> {
  const client = await createClient({ url }).connect();
  const ids = await client.zRange('{imei-bot}:index:owners', 0, -1);
  client.destroy();
  return ids;
}
