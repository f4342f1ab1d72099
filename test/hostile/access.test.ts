import { describe, expect, it, onTestFinished } from 'vitest';
import type { Ask, Principal, Typist } from '../../src/core/adapter.ts';
import type { SandboxOptions } from '../../src/sandbox/server.ts';
import { startBotInHand } from '../support/process/bot-in-hand.ts';
import { serviceWith } from '../support/process/process-main.ts';
import { SLOW } from '../support/process/slow.ts';

const IMEI = '490154203237518';
const FRIEND = 'telegram:user:1';
const STRANGER = 'telegram:user:2';
const PLACE = 'telegram:chat:-1001';

async function stage(sandbox: SandboxOptions = {}) {
  const { service, environment } = await serviceWith(sandbox);
  return {
    service,
    start: async (allowed: string) => {
      const bot = await startBotInHand('telegram', {
        ...environment,
        SHUTDOWN_GRACE: '1s',
        ALLOWED: allowed,
      });
      onTestFinished(() => bot.stop());
      return bot;
    },
  };
}

const ask = (text: string): Ask => ({ kind: 'command', name: 'imei', options: { kind: 'text', text } });
const typist = (requester: Principal, places: readonly Principal[] = []): Typist => ({
  requester,
  scopes: places,
  locale: 'en',
  visibility: 'shared',
});

describe('who is not in ALLOWED', () => {
  it('is told nothing while they type, of what is kept or of anything else', async () => {
    const bot = await (await stage()).start(`${FRIEND},${PLACE}`);
    expect((await bot.ask({ requester: FRIEND, ask: ask(IMEI) })).title).toBe('NOKIA 3110');
    for (const text of [IMEI, '940154203237518', '3520', '']) {
      for (const visibility of ['shared', 'private'] as const)
        expect(await bot.suggest(text, { ...typist(STRANGER), visibility })).toEqual([]);
    }
    const [known] = await bot.suggest(IMEI, typist(FRIEND));
    expect(known?.reply?.title).toBe('NOKIA 3110');
    expect(await bot.suggest(IMEI, typist(STRANGER, [PLACE]))).toHaveLength(1);
  });

  it('is refused whatever way they ask: by a word, a file, a press, and as a chat', async () => {
    const { service, start } = await stage();
    const bot = await start(FRIEND);
    const mine = await bot.ask({ requester: FRIEND, ask: ask(IMEI) });
    const file = { name: 'list.csv', location: 'x' };
    const asks: readonly Ask[] = [
      ask(IMEI),
      ask(''),
      { kind: 'command', name: 'help', options: { kind: 'text', text: '' } },
      { kind: 'command', name: 'imei', options: { kind: 'text', text: '', file } },
      { kind: 'command', name: 'imei', options: { kind: 'values', values: { imei: IMEI, file } } },
      ...mine.actions.map(({ token }): Ask => ({ kind: 'press', token })),
    ];
    expect(asks.length).toBeGreaterThan(5);
    for (const one of asks) {
      for (const requester of [STRANGER, 'telegram:chat:-5'] as const) {
        const { summary } = await bot.ask({ requester, scopes: ['telegram:chat:-7'], ask: one });
        expect(summary).toContain(requester);
      }
    }
    expect(service.paidChecks).toHaveLength(1);
  });

  it(
    'is refused what they asked before, when it is taken up by a bot that no longer allows them',
    SLOW,
    async () => {
      const { service, start } = await stage({ delay: 5_000 });
      const before = await start(STRANGER);
      void before.ask({ requester: STRANGER, ask: ask(IMEI) });
      await expect.poll(() => service.arrivals.length).toBe(1);
      await before.stop();
      const after = await start(FRIEND);
      await expect
        .poll(() => after.takenUp.map(({ summary }) => summary))
        .toEqual([expect.stringContaining(STRANGER)]);
      expect(service.arrivals).toHaveLength(1);
    },
  );
});
