import { setTimeout as delay } from 'node:timers/promises';
import { createClient } from '@keyv/redis';
import { describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../src/core/clock.ts';
import { SANDBOX_KEY } from '../../src/sandbox/answers/keys.ts';
import { startSandbox } from '../../src/sandbox/server.ts';
import { imeiOf } from '../support/imeis.ts';
import { emptyDirectory, eventually, type MainProcess, startMain } from '../support/process/process-main.ts';
import { hasOwnRedis, startRedis } from '../support/store/redis.ts';
import { createPerson } from '../support/telegram/people.ts';
import { type Call, startTelegram, type TelegramServer, TOKEN } from '../support/telegram/server.ts';

const CHECKING = '⏳ Checking';
const ANSWER = '✅ NOKIA 3110';

describe.skipIf(!hasOwnRedis)('two replicas of the bot on one Redis', () => {
  it('answer a message once, also when the one that polls Telegram is killed', async () => {
    const telegram = await startTelegram(systemClock);
    const { polling, isIdle } = await startReplicas(telegram);
    const ann = createPerson(telegram, { id: 11 });

    ann.say('/help');
    await eventually(() => titlesIn(telegram).length === 1);
    // Killed before it is completed, it would be shown once more.
    await eventually(isIdle);
    polling.signal('SIGKILL');
    ann.say('/privacy');
    await eventually(() => titlesIn(telegram).length === 2);
    await delay(500);

    expect(telegram.chats.messages.filter(({ fromBot }) => fromBot).map(({ text }) => text)).toEqual([
      expect.stringContaining('Send me an IMEI'),
      expect.stringContaining('What I store'),
    ]);
  });

  it('leave one message, with the answer, where one stands still while Telegram shows what it sends', async () => {
    let onCall = (_call: Call): void => undefined;
    const telegram = await startTelegram(systemClock, { onCall: (call) => onCall(call) });
    const service = await startSandbox({ limits: 'none' });
    onTestFinished(() => service.close());
    // On a Redis that knows of no permits the first check waits for as long as one lasts: meanwhile it says that it checks.
    const { polling, isIdle } = await startReplicas(telegram, {
      ...{ LOOKUP_BASE_URL: service.url, LOOKUP_API_KEY: SANDBOX_KEY, LIMIT_WINDOW: '1s' },
    });
    const chats = [11, 12, 13];
    const numberOf = (chat: number) => imeiOf('49015420', 323_700 + chat);
    let before: readonly Call[] | undefined;
    onCall = ({ method, payload }) => {
      if (method !== 'sendMessage' || !String(payload.text).includes(CHECKING) || before !== undefined)
        return;
      // What it sends is shown, and it does not learn which message that is.
      polling.signal('SIGSTOP');
      before = [...telegram.calls];
    };
    for (const id of chats) createPerson(telegram, { id }).say(numberOf(id));
    await eventually(() => before !== undefined);
    const since = () =>
      telegram.calls.slice(before?.length).filter(({ method }) => /^(send|edit)Message/.test(method));

    // The other one goes on, in messages of its own where it knows of none.
    await eventually(() => chats.every((chat) => since().some(({ payload }) => payload.chat_id === chat)));
    expect(titlesIn(telegram).length).toBeGreaterThan(chats.length);
    polling.signal('SIGCONT');

    await eventually(() => titlesIn(telegram).filter((title) => title === ANSWER).length === chats.length);
    await eventually(isIdle);
    // It ends when all that it was about to remove is removed.
    polling.signal('SIGTERM');
    await polling.ended;
    expect(titlesIn(telegram)).toEqual(chats.map(() => ANSWER));
    const answers = since().filter(({ payload }) => String(payload.text).includes(ANSWER));
    expect(answers.map(({ payload }) => payload.chat_id).sort()).toEqual(chats);
    expect([...service.paidChecks].sort()).toEqual(chats.map(numberOf));
  });
});

/** What the bot shows, by the first lines. */
function titlesIn({ chats }: TelegramServer): readonly string[] {
  return chats.messages.flatMap(({ fromBot, text }) => (fromBot ? [text.split('\n')[0] ?? ''] : []));
}

interface Replicas {
  /** The one that fetches Telegram's updates. */
  readonly polling: MainProcess;
  /** Whether no request is any process' own. */
  readonly isIdle: () => Promise<boolean>;
}

/** Resolves once both are connected. */
async function startReplicas(
  telegram: TelegramServer,
  settings: Readonly<Record<string, string>> = {},
): Promise<Replicas> {
  const redis = await startRedis({ persistence: 'always' });
  onTestFinished(() => redis.destroy());
  const directory = await emptyDirectory();
  const environment = {
    STORE_URL: redis.url,
    CACHE_SECRET: 'one secret for both',
    TELEGRAM_TOKEN: TOKEN,
    TELEGRAM_API_URL: telegram.url,
    LOG_LEVEL: 'info',
    ...settings,
  };
  const replicas: readonly MainProcess[] = [1, 2].map(() => startMain({ directory, environment }));
  const standsBy = ({ stderr }: MainProcess): boolean => stderr.includes('another process fetches');
  const polls = ({ stderr }: MainProcess): boolean => stderr.includes('are fetched by long polling');
  await eventually(() => replicas.some(standsBy) && replicas.some(polls));
  const polling = replicas.find(polls);
  if (polling === undefined) throw new Error('nobody polls');
  return { polling, isIdle: async () => (await owned(redis.url)).length === 0 };
}

/** The requests that are still some process' own. */
async function owned(url: string): Promise<readonly string[]> {
  const client = await createClient({ url }).connect();
  const ids = await client.zRange('{imei-bot}:index:owners', 0, -1);
  client.destroy();
  return ids;
}
