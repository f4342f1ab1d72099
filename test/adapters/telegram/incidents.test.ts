import { describe, expect, it } from 'vitest';
import type { Show } from '../../../src/core/adapter.ts';
import { freePort } from '../../support/free-port.ts';
import { eventually, replyOf, type Stage, stageTelegram } from './stage.ts';

const IMEI = '490154203237518';

describe('a reply that meets trouble', () => {
  it('waits as long as Telegram asks', async () => {
    const { stage, show } = await asked();
    stage.telegram.mishap('sendMessage', flood(4));
    await show(replyOf({ title: 'Answered' }), { last: true });
    const [first, second] = stage.telegram.callsOf('sendMessage').map(({ at }) => at);
    expect((second ?? 0) - (first ?? 0)).toBeGreaterThanOrEqual(4_000);
    expect(stage.shown().map(({ text }) => text)).toEqual(['✅ Answered']);
    expect(stage.warnings('Telegram asks for a pause')).toHaveLength(1);
  });

  it('does not wait for ever: the request stays open', async () => {
    const { stage, show } = await asked();
    stage.telegram.mishap('sendMessage', flood(3_600));
    await expect(show(replyOf(), { last: true })).rejects.toThrow(/429/);
  });

  it.each(['answer-lost', 'hangs', 'bad-gateway'] as const)(
    'is edited again when its edit meets “%s”',
    async (mishap) => {
      // Only what hangs waits for it; on a busy machine any call may take longer than a moment.
      const { stage, show } = await asked({ callTimeoutSeconds: mishap === 'hangs' ? 2 : 20 });
      await show(replyOf({ title: 'Waiting' }), { last: false });
      stage.telegram.mishap('editMessageText', mishap);
      await show(replyOf({ title: 'Answered' }), { last: true });
      expect(stage.shown().map(({ text }) => text)).toEqual(['✅ Answered']);
    },
  );

  it('is not doubled when the answer to its sending is lost; the person is told what to do', async () => {
    const { stage, show } = await asked();
    stage.telegram.mishap('sendMessage', 'answer-lost');
    await show(replyOf({ title: 'Answered' }), { last: true });
    const [answer, note, ...rest] = stage.shown().map(({ text }) => text);
    expect(answer).toBe('✅ Answered');
    expect(note).toMatch(/If you don’t see my answer above/);
    expect(rest).toEqual([]);
    expect(stage.warnings('The connection to Telegram broke while an answer was sent')).toHaveLength(1);
  });

  it('comes beside a placeholder that may have been lost, and only the answer does', async () => {
    const { stage, show } = await asked();
    stage.telegram.mishap('sendMessage', 'answer-lost');
    const target = await show(replyOf({ title: 'Waiting' }), { last: false });
    await show(replyOf({ title: 'Still waiting' }), { last: false });
    expect(stage.shown().map(({ text }) => text)).toEqual(['✅ Waiting']);
    await show(replyOf({ title: 'Answered' }), { last: true });
    expect(target).toMatchObject({ inDoubt: true });
    expect(stage.shown().map(({ text }) => text)).toEqual(['✅ Waiting', '✅ Answered']);
  });

  it('is sent again when Telegram itself has failed', async () => {
    const { stage, show } = await asked();
    stage.telegram.mishap('sendMessage', { code: 500, description: 'Internal Server Error' });
    await show(replyOf({ title: 'Answered' }), { last: true });
    expect(stage.shown().map(({ text }) => text)).toEqual(['✅ Answered']);
    expect(stage.warnings('Telegram has trouble of its own')).toHaveLength(1);
  });

  it('cannot be shown to somebody who has blocked the bot, which is said once', async () => {
    const { stage, show } = await asked();
    stage.telegram.chats.blocked.add(stage.ann.id);
    const target = stage.inbox[0]?.request.target ?? {};
    await expect(show(replyOf(), { last: true })).rejects.toThrow(/blocked/);
    const again = await stage.adapter.reopen(target);
    await expect(again?.(replyOf(), { last: true })).rejects.toThrow(/blocked/);
    expect(stage.warnings('A chat cannot be written to')).toHaveLength(1);
    stage.telegram.chats.blocked.delete(stage.ann.id);
    await (await stage.adapter.reopen(target))?.(replyOf({ title: 'Welcome back' }), { last: true });
    expect(stage.shown().map(({ text }) => text)).toEqual(['✅ Welcome back']);
  });

  it('never tells the token, whatever breaks', async () => {
    const { stage, show } = await asked();
    await stage.adapter.stop();
    await stage.telegram.close();
    const error = await show(replyOf(), { last: true }).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(Error);
    const all = JSON.stringify([stage.logged, String(error), Object.entries(error as Error)]);
    expect(all).not.toContain('test-token');
  });

  it('says no to an admin who cannot be told', async () => {
    const { stage } = await asked();
    expect(await stage.adapter.notify('telegram:user:44', replyOf())).toBe(false);
    expect(await stage.adapter.notify('telegram:chat:-5', replyOf())).toBe(false);
    expect(await stage.adapter.notify('discord:user:1', replyOf())).toBe(false);
  });
});

describe('at the start', () => {
  it('says what to do when the token is not accepted', async () => {
    const stage = await stageTelegram();
    stage.telegram.acceptToken = false;
    await stage.start();
    expect(stage.fatal).toEqual([expect.stringContaining('TELEGRAM_TOKEN')]);
  });

  it('tries until Telegram can be reached', async () => {
    const stage = await stageTelegram();
    stage.telegram.mishap('getMe', ...Array.from({ length: 6 }, () => 'dropped' as const));
    await stage.start();
    stage.ann.say(IMEI);
    await stage.asked();
    expect(stage.warnings('Telegram cannot be reached')).toHaveLength(1);
  });

  it('takes an address with a slash at its end, too', async () => {
    const there = await stageTelegram();
    const stage = await stageTelegram({ apiUrl: `${there.telegram.url}/` });
    await stage.start();
    expect(stage.adapter.connected()).toBe(true);
  });

  it('can be stopped while Telegram cannot be reached', async () => {
    const stage = await stageTelegram({ apiUrl: `http://127.0.0.1:${await freePort()}` });
    const started = stage.start();
    await eventually(() => expect(stage.warnings('Telegram cannot be reached')).toHaveLength(1));
    await stage.adapter.stop();
    await expect(started).resolves.toBeUndefined();
  });
});

describe('the connection', () => {
  it('is told as it is', async () => {
    const stage = await stageTelegram({ pollSeconds: 1 });
    expect(stage.adapter.connected()).toBe(false);
    await stage.start();
    await eventually(() => expect(stage.adapter.connected()).toBe(true));
    stage.telegram.mishap('getUpdates', { code: 409, description: 'Conflict' });
    await eventually(() => expect(stage.adapter.connected()).toBe(false));
    await eventually(() => expect(stage.adapter.connected()).toBe(true));
    await stage.adapter.stop();
    expect(stage.adapter.connected()).toBe(false);
  });
});

function flood(seconds: number) {
  return {
    code: 429,
    description: `Too Many Requests: retry after ${seconds}`,
    parameters: { retry_after: seconds },
  };
}

async function asked({ callTimeoutSeconds = 20 } = {}): Promise<{ stage: Stage; show: Show }> {
  const stage = await stageTelegram({ callTimeoutSeconds });
  await stage.start();
  stage.ann.say(IMEI);
  const { show } = await stage.asked();
  return { stage, show };
}
