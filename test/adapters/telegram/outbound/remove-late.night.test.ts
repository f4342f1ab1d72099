import { describe, expect, it } from 'vitest';
import { deferred } from '../../../../src/core/async/promises.ts';
import { replyOf, stageTelegram } from '../stage.ts';

describe('a message of Telegram that only tells how far a reply is', () => {
  it.each([
    ['beside the answer', true],
    ['before the answer', false],
  ])('is removed where Telegram says %s, too late, that it was sent', async (_when, isBeside) => {
    const stage = await stageTelegram();
    await stage.start();
    const told = deferred<void>();
    stage.telegram.mishap('sendMessage', { answeredAt: told.promise });
    stage.ann.say('490154203237518');
    const { show } = await stage.asked();
    await show(replyOf({ title: 'Waiting' }), { last: false });
    expect(stage.shown().map(({ text }) => text)).toEqual(['✅ Waiting']);
    if (!isBeside) told.resolve();
    await show(replyOf({ title: 'Answered' }), { last: true });
    told.resolve();
    await expect.poll(() => stage.shown().map(({ text }) => text)).toEqual(['✅ Answered']);
  });
});
