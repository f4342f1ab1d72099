import { expect, it } from 'vitest';
import type { Input } from '../../src/core/adapter/request-event.ts';
import { IMEI } from '../support/known.ts';
import { startBotInHand } from '../support/process/bot-in-hand.ts';
import { serviceWith } from '../support/process/process-main.ts';

const FRIEND = 'telegram:user:1';
const STRANGER = 'telegram:user:2';
const ask = (text: string): Input => ({
  kind: 'command',
  name: 'imei',
  options: { kind: 'text', text },
});

it('people who are not in ALLOWED are refused: their words, files, presses, chats and suggestions', async () => {
  const { service, environment } = await serviceWith({});
  const bot = await startBotInHand('telegram', {
    ...environment,
    SHUTDOWN_GRACE: '1s',
    ALLOWED: FRIEND,
  });
  const mine = await bot.ask({ requester: FRIEND, input: ask(IMEI) });
  const file = { name: 'list.csv', location: 'x' };
  const asks: readonly Input[] = [
    ask(IMEI),
    ask(''),
    { kind: 'command', name: 'help', options: { kind: 'text', text: '' } },
    { kind: 'command', name: 'imei', options: { kind: 'text', text: '', file } },
    { kind: 'command', name: 'imei', options: { kind: 'values', values: { imei: IMEI, file } } },
    ...mine.actions.map(({ token }): Input => ({ kind: 'press', token })),
  ];
  expect(asks.length).toBeGreaterThan(5);
  for (const one of asks) {
    for (const requester of [STRANGER, 'telegram:chat:-5'] as const) {
      const { summary } = await bot.ask({ requester, scopes: ['telegram:chat:-7'], input: one });
      expect(summary).toContain(requester);
    }
  }
  const typist = { scopes: [], locale: 'en', visibility: 'private' } as const;
  for (const text of [IMEI, '940154203237518', '']) {
    expect(await bot.suggest(text, { ...typist, requester: STRANGER })).toEqual([]);
  }
  expect(await bot.suggest(IMEI, { ...typist, requester: FRIEND })).toHaveLength(1);
  expect(service.paidChecks).toHaveLength(1);
});
