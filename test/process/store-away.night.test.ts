import pg from 'pg';
import { describe, expect, it } from 'vitest';
import type { Input } from '../../src/core/adapter/request-event.ts';
import type { ReplyWithButtons } from '../../src/core/reply/reply.ts';
import { imeiOf } from '../support/imeis.ts';
import { startBotInHand } from '../support/process/bot-in-hand.ts';

import { hasPostgres, sharedPostgres } from '../support/store/postgres.ts';

const requester = 'telegram:user:1';
const IMEIS = [1, 2, 3].map((serial) => imeiOf('49015420', serial + 720)).join(' ');
const FAILING = 'My database isn’t working.';

const textOf = ({ title, summary }: ReplyWithButtons): string => `${title}\n${summary}`;

async function allClosedIn(url: string): Promise<boolean> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query('SELECT id FROM request WHERE done IS NULL');
  await client.end();
  return rows.length === 0;
}

describe.skipIf(!hasPostgres)('while the database is away', () => {
  const server = sharedPostgres();

  it('each command and button that needs it says so', async () => {
    const settings = {
      STORE_URL: await server().freshUrl(),
      CACHE_SECRET: 'of this test'.repeat(4),
    };
    const bot = await startBotInHand('telegram', {
      ...settings,
      ADMINS: requester,
      SHUTDOWN_GRACE: '1s',
    });
    const send = (input: Input) => bot.ask({ requester, input });
    const say = (name: string, text = '') =>
      send({ kind: 'command', name, options: { kind: 'text', text } });
    const replies = [
      await say('imei', imeiOf('49015420', 719)),
      await say('imei', IMEIS),
      await say('recent'),
    ];
    // Until then their buttons work from memory.
    await expect.poll(() => allClosedIn(settings.STORE_URL)).toBe(true);
    await server().stop();
    await expect.poll(() => bot.ready().some(({ name, ok }) => name === 'store' && !ok)).toBe(true);
    const said: Record<string, string> = {};
    for (const name of ['recent', 'forget', 'quota']) said[name] = textOf(await say(name));
    for (const { label, token } of replies.flatMap(({ actions }) => actions)) {
      said[label] = textOf(await send({ kind: 'press', token }));
    }
    expect(said).toEqual(
      Object.fromEntries(Object.keys(said).map((name) => [name, expect.stringContaining(FAILING)])),
    );
    expect(Object.keys(said).length).toBeGreaterThan(8);
    for (const name of ['help', 'privacy']) expect(textOf(await say(name))).not.toContain(FAILING);
  });
});
