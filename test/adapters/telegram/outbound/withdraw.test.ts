import { describe, expect, it } from 'vitest';
import type { ReplyTarget } from '../../../../src/core/adapter.ts';
import { deferred } from '../../../../src/core/async/promises.ts';
import { systemClock } from '../../../../src/core/clock.ts';
import { createMemoryStore } from '../../../support/store/memory-store.ts';
import { replyOf, type Stage, stageTelegram } from '../stage.ts';

const GROUP = -1001;

async function open(): Promise<Stage> {
  const stage = await stageTelegram();
  stage.telegram.chats.groups.add(GROUP);
  await stage.start();
  return stage;
}

describe('a message of Telegram that is withdrawn', () => {
  it('is one that was sent for a reply, and no other', async () => {
    const stage = await open();
    stage.ann.say('490154203237518');
    const { request, show } = await stage.asked();
    const shown = await show(replyOf({ title: 'Waiting' }), { last: false });
    for (const asked of [shown, { ...shown, pressed: true }, { ...request.target, editedAt: 5 }])
      await stage.adapter.withdraw?.(shown, asked);
    for (const at of [
      request.target,
      { ...shown, joined: true },
      { ...shown, pressed: true },
      { kind: 'other' },
    ])
      await stage.adapter.withdraw?.(at as ReplyTarget, request.target);
    expect(stage.shown()).toHaveLength(1);
    await stage.adapter.withdraw?.(shown, request.target);
    expect(stage.shown()).toHaveLength(0);
  });

  it('stays where a reply to a later edit of its question takes that place', async () => {
    const stage = await open();
    const question = stage.ann.say('490154203237518');
    const first = await stage.asked();
    const shown = await first.show(replyOf({ title: 'Waiting' }), { last: false });
    stage.ann.edit(question, '356938035643809');
    const second = await stage.asked(2);
    await second.show(replyOf({ title: 'Answered' }), { last: true });
    await stage.adapter.withdraw?.(shown, first.request.target);
    expect(stage.shown().map(({ text }) => text)).toEqual(['✅ Answered']);
  });

  it('is not taken for the answer by a later edit of its question', async () => {
    const stage = await open();
    const question = stage.ann.say('490154203237518');
    const first = await stage.asked();
    const shown = await first.show(replyOf({ title: 'Waiting' }), { last: false });
    await stage.adapter.withdraw?.(shown, first.request.target);
    stage.ann.edit(question, '356938035643809');
    const second = await stage.asked(2);
    await second.show(replyOf({ title: 'Answered' }), { last: true });
    expect(stage.shown().map(({ text }) => text)).toEqual(['✅ Answered']);
    expect(stage.telegram.callsOf('editMessageText')).toEqual([]);
  });

  it.each(['dropped', 'answer-lost', 'bad-gateway'] as const)(
    'is tried again where the call is %s',
    async (mishap) => {
      const stage = await open();
      stage.ann.say('490154203237518');
      const { request, show } = await stage.asked();
      const shown = await show(replyOf({ title: 'Waiting' }), { last: false });
      stage.telegram.mishap('deleteMessage', mishap);
      await stage.adapter.withdraw?.(shown, request.target);
      expect(stage.shown()).toHaveLength(0);
    },
  );
});

describe('where a reply stands that nobody else knows of', () => {
  it('is told to no other process, until it is known', async () => {
    const told: string[] = [];
    const rows = createMemoryStore(systemClock).collection('platforms');
    const put: typeof rows.put = async (id, value, options) => {
      told.push(value);
      await rows.put(id, value, options);
    };
    const memory = { rows: { ...rows, put }, hash: (name: string) => name };
    const stage = await stageTelegram({ memory });
    await stage.start();
    stage.ann.say('490154203237518');
    const { show } = await stage.asked();
    await show(replyOf({ title: 'Waiting' }), { last: false, isUntold: true });
    const before = [...told];
    const { message } = await show(replyOf({ title: 'Answered' }), { last: true });
    expect(before).not.toContain(String(message));
    expect(told).toContain(String(message));
  });
});

describe('a message of Telegram that only tells how far a reply is', () => {
  it.each([
    ['beside the answer', true],
    ['before the answer', false],
  ])('is removed where Telegram says %s, too late, that it was sent', async (_when, isBeside) => {
    const stage = await open();
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
