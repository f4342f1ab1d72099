import { describe, expect, it } from 'vitest';
import { PlatformLost } from '../../../src/core/adapter/adapter.ts';
import type { Receipt } from '../../../src/core/adapter/request-event.ts';
import { deferred, timeLimited } from '../../../src/core/promises.ts';
import type { Clock } from '../../../src/core/time/clock.ts';
import { scaledClock } from '../../support/clocks/scaled.ts';
import { IMEI } from '../../support/known.ts';
import { replyOf } from '../../support/replies.ts';
import { ALLOWED_UPDATES, stageTelegram, stageWebhook, textOf, titles } from './stage.ts';

const CONFLICT = { code: 409, description: 'Conflict: terminated by other getUpdates request' };

describe('updates', () => {
  it('an update is confirmed once it is stored, also by a bot that stops', async () => {
    const stage = await stageTelegram();
    const [taken, receipt] = [deferred<void>(), deferred<Receipt>()];
    await stage.start(() => {
      taken.resolve();
      return receipt.promise;
    });
    stage.ann.say(IMEI);
    await taken.promise;
    // A way there and back, in which it would have been confirmed.
    await stage.adapter.notify('telegram:user:11', replyOf());
    expect(stage.telegram.updates.waiting).toHaveLength(1);
    const stopped = stage.adapter.stop();
    receipt.resolve('confirm');
    await stopped;
    expect(stage.telegram.updates.waiting).toEqual([]);
  });

  it('a process that has just lost its store still tells the admins', async () => {
    const stage = await stageTelegram({ run: { ownsInstallation: () => false } });
    await stage.start();
    stage.telegram.chats.started.add(33);
    const reply = replyOf({ title: 'I can’t write to my database' });
    expect(await stage.adapter.notify('telegram:user:33', reply)).toBe(true);
  });

  it('a process that is not the owner any more asks for no updates, not even when it stops', async () => {
    let isOwner = true;
    const stage = await stageTelegram({ run: { ownsInstallation: () => isOwner } });
    await stage.start();
    await expect.poll(() => stage.telegram.callsOf('getUpdates')).toHaveLength(1);
    // The last call of the start.
    await expect.poll(() => stage.telegram.descriptions.has('short_description')).toBe(true);
    isOwner = false;
    stage.ann.say(IMEI);
    await stage.received();
    // A poll that ends at once, again and again, would let nothing else happen.
    await stage.clock.sleep(1_000);
    const stopped = stage.adapter.stop().then(() => 'stopped');
    // The longest time that it may take is five seconds.
    expect(await timeLimited({ ms: 3_000 }, () => stopped)).toBe('stopped');
    expect(stage.telegram.callsOf('getUpdates')).toHaveLength(1);
    expect(stage.telegram.updates.waiting).toHaveLength(1);
    expect(stage.logged.filter(({ level }) => level !== 30)).toEqual([]);
  });

  it('updates come again within two seconds after another process has stopped taking them', async () => {
    const fast = scaledClock(50);
    const pauses: number[] = [];
    const clock: Clock = {
      ...fast,
      sleep: (ms, ...more) => {
        pauses.push(ms);
        return fast.sleep(ms, ...more);
      },
    };
    const stage = await stageTelegram({ clock });
    const { telegram } = stage;
    telegram.mishap('getUpdates', CONFLICT, CONFLICT);
    await stage.start();
    await expect.poll(() => telegram.callsOf('getUpdates').length).toBeGreaterThan(3);
    expect(stage.adapter.isConnected()).toBe(true);
    const polls = telegram.callsOf('getUpdates').map(({ payload }) => payload.timeout);
    expect(polls.slice(0, 4)).toEqual([30, 1, 1, 30]);
    expect(pauses.filter((ms) => ms === 500)).toHaveLength(2);
  });

  it('the bot counts as disconnected while another process takes updates, also after an outage', async () => {
    const stage = await stageTelegram();
    const { telegram, adapter } = stage;
    stage.ann.say(IMEI);
    telegram.mishap('getUpdates', undefined, CONFLICT, 'hangs');
    await stage.start();
    await expect.poll(() => telegram.callsOf('getUpdates')).toHaveLength(3);
    telegram.mishap('sendMessage', 'dropped');
    const notify = () => adapter.notify('telegram:user:11', replyOf());
    await expect(notify()).rejects.toThrow('Telegram gave no answer');
    expect(await notify()).toBe(true);
    expect(adapter.isConnected()).toBe(false);
    expect(stage.warnings('Telegram works again')).toEqual([]);
    expect(stage.warnings('Another process takes the updates')).toHaveLength(2);
  });

  it('the bot stays connected if Telegram refuses another call than a poll for a conflict', async () => {
    const { stage } = await stageWebhook();
    await stage.start();
    stage.telegram.mishap('sendMessage', CONFLICT);
    await expect(stage.adapter.notify('telegram:user:11', replyOf())).rejects.toThrow();
    expect(stage.adapter.isConnected()).toBe(true);
    expect(stage.warnings('Another process takes the updates')).toEqual([]);
  });

  it('an update that could not be stored comes again, and others do not wait for it', async () => {
    const stage = await stageTelegram();
    const texts: string[] = [];
    let failures = 2;
    await stage.start(async (request, show) => {
      const text = textOf({ request, show });
      texts.push(text);
      if (!text.endsWith('one') || failures === 0) return 'confirm';
      failures -= 1;
      return 'redeliver';
    });
    for (const text of ['one', 'two']) stage.ann.say(text);
    await expect.poll(() => stage.telegram.updates.waiting).toEqual([]);
    expect(texts.slice(0, 2)).toEqual(['/imei one', '/imei two']);
    expect(texts.filter((text) => text.endsWith('one'))).toHaveLength(3);
  });

  it('once Telegram has dropped an update that could not be stored, a later one is confirmed', async () => {
    const stage = await stageTelegram();
    const texts: string[] = [];
    await stage.start(async (request, show) => {
      const text = textOf({ request, show });
      texts.push(text);
      return text.endsWith('one') ? 'redeliver' : 'confirm';
    });
    stage.ann.say('one');
    await expect.poll(() => texts).toHaveLength(1);
    stage.telegram.updates.expire();
    stage.ann.say('two');
    await expect.poll(() => texts).toContain('/imei two');
    await expect.poll(() => stage.telegram.updates.waiting).toEqual([]);
    expect(texts.filter((text) => text.endsWith('two'))).toHaveLength(1);
  });

  it('after a failed start and a failed poll updates come again, and each failure is logged once', async () => {
    const stage = await stageTelegram();
    stage.telegram.mishap('getMe', 'dropped', 'bad-gateway');
    await stage.start();
    // No other call is under way, which would show that Telegram works again.
    await expect.poll(() => stage.telegram.descriptions.has('short_description')).toBe(true);
    stage.telegram.mishap('getUpdates', 'bad-gateway');
    for (const person of [stage.ann, stage.bob]) person.say(IMEI);
    await expect.poll(() => stage.warnings('Telegram cannot be reached')).toHaveLength(2);
    stage.ann.say(IMEI);
    await stage.received(3);
    expect(stage.adapter.isConnected()).toBe(true);
    expect(stage.warnings('Telegram cannot be reached')).toHaveLength(2);
    await stage.adapter.stop();
    expect(stage.adapter.isConnected()).toBe(false);
  });

  it.each([
    ['another process', true],
    ['a webhook', false],
  ])(
    'updates that %s has taken come again, none is lost, and the log says so',
    async (_, isPoll) => {
      const stage = await stageTelegram();
      const other = () =>
        stage.telegram.updates.setWebhook({ url: 'http://127.0.0.1:9/', secret: 'x' });
      if (isPoll) stage.telegram.mishap('getUpdates', CONFLICT);
      else other();
      stage.ann.say(IMEI);
      await stage.start();
      await stage.received();
      expect(stage.telegram.callsOf('getUpdates')[0]?.payload).toMatchObject({
        allowed_updates: ALLOWED_UPDATES,
      });
      expect(stage.telegram.callsOf('deleteWebhook')).toHaveLength(isPoll ? 0 : 1);
      if (!isPoll) other();
      stage.ann.say(IMEI);
      await stage.received(2);
      expect(stage.warnings('Another process takes the updates')).toHaveLength(1);
      expect(stage.telegram.updates.webhook).toBeUndefined();
    },
  );
});

describe('what ends the adapter', () => {
  it('a refused call at the start is repeated', async () => {
    const stage = await stageTelegram();
    stage.telegram.mishap('getMe', { code: 400, description: 'Bad Request' });
    await stage.start();
    expect(stage.fatal).toEqual([]);
    expect(stage.adapter.isConnected()).toBe(true);
  });

  it.each([
    ['setWebhook', 'dropped'],
    ['setWebhook', badWebhook('Failed to resolve host: Name or service not known')],
    ['setWebhook', badWebhook('Connection timed out')],
    ['getMe', { code: 400, description: 'Bad Request' }],
  ] as const)('a webhook that could not be set is set later (%s, %o)', async (method, mishap) => {
    const { stage } = await stageWebhook();
    stage.telegram.mishap(method, mishap);
    await stage.start();
    expect(stage.fatal).toEqual([]);
    expect(stage.telegram.updates.webhook).toBeDefined();
  });

  it('a token that is refused ends the adapter, which reports it once', async () => {
    const stage = await stageTelegram();
    await stage.start();
    stage.telegram.acceptToken = false;
    await expect.poll(() => stage.fatal).toEqual([expect.stringContaining('TELEGRAM_TOKEN')]);
    expect(stage.adapter.isConnected()).toBe(false);
  });

  it('a token that is refused later ends an adapter with a webhook, although it calls nothing', async () => {
    const { stage } = await stageWebhook();
    await stage.start();
    await expect.poll(() => stage.telegram.descriptions.has('short_description')).toBe(true);
    stage.telegram.acceptToken = false;
    await expect
      .poll(() => stage.fatal, { timeout: 5_000 })
      .toEqual([expect.stringContaining('TELEGRAM_TOKEN')]);
    expect(stage.adapter.isConnected()).toBe(false);
  });

  it.for([
    ['getMe', { code: 401, description: 'Unauthorized' }, /TELEGRAM_TOKEN/],
    [
      'setWebhook',
      badWebhook('HTTPS url must be provided for webhook'),
      /TELEGRAM_WEBHOOK_URL.*HTTPS url/,
    ],
  ] as const)(
    'if Telegram refuses %s, the start fails with what the operator has to do',
    async ([method, refusal, words]) => {
      const { stage } = await stageWebhook();
      stage.telegram.mishap(method, refusal);
      const start = stage.start();
      await expect(start).rejects.toThrow(PlatformLost);
      await expect(start).rejects.toThrow(words);
      expect(stage.fatal).toEqual([]);
    },
  );
});

describe('Telegram that cannot be reached', () => {
  it.each(['http', 'https'])(
    'the bot can be stopped although Telegram cannot be reached by %s, and the log says why',
    async (scheme) => {
      const stage = await stageTelegram({ apiUrl: `${scheme}://127.0.0.1:1` });
      const started = stage.start();
      await expect.poll(() => stage.warnings('Telegram cannot be reached')).toHaveLength(1);
      expect(JSON.stringify(stage.logged)).toContain('ECONNREFUSED');
      expect(stage.adapter.isConnected()).toBe(false);
      await stage.adapter.stop();
      await expect(started).rejects.toThrow('aborted');
    },
  );

  it.each([
    ['gives no answer', 'dropped', 'Telegram gave no answer'],
    ['fails', { code: 500, description: 'Internal Server Error' }, 'Internal Server Error'],
  ] as const)(
    'if Telegram %s, the sender of a message to an admin learns why, and the log reports an outage',
    async (_, mishap, why) => {
      const stage = await stageTelegram();
      await stage.start();
      stage.telegram.mishap('getUpdates', 'hangs');
      stage.telegram.mishap('sendMessage', mishap);
      const sent = stage.adapter.notify('telegram:user:11', replyOf());
      await expect(sent).rejects.toThrow(why);
      expect(stage.warnings('Telegram cannot be reached')).toHaveLength(1);
    },
  );

  it('a message to an admin who has not written to the bot is not an outage', async () => {
    const stage = await stageTelegram();
    await stage.start();
    expect(await stage.adapter.notify('telegram:user:11', replyOf())).toBe(false);
    expect(stage.warnings('Telegram cannot be reached')).toEqual([]);
    expect(stage.adapter.isConnected()).toBe(true);
  });

  it('the bot counts as disconnected while no update comes', async () => {
    const stage = await stageTelegram();
    await stage.start();
    await expect.poll(() => stage.telegram.callsOf('getUpdates')).toHaveLength(1);
    stage.telegram.mishap('getUpdates', ...Array.from({ length: 50 }, () => 'dropped' as const));
    stage.ann.say(IMEI);
    await expect.poll(() => stage.adapter.isConnected()).toBe(false);
  });

  it('a bug in a list of commands is logged with its stack, and not taken for an outage', async () => {
    const sayFor = (): never => {
      throw new TypeError('no words');
    };
    const stage = await stageTelegram({ sayFor });
    await stage.start();
    const problems = () => stage.logged.filter(({ level }) => level > 30);
    await expect.poll(problems).toHaveLength(1);
    const stack = expect.stringContaining('no words');
    expect(problems()).toMatchObject([{ level: 50, err: { stack } }]);
  });

  it('the bot can be stopped while it asks a server of the operator for its version', async () => {
    const stage = await stageTelegram();
    stage.telegram.mishap('getMyDefaultAdministratorRights', 'hangs');
    const started = stage.start();
    const asked = () => stage.telegram.callsOf('getMyDefaultAdministratorRights');
    await expect.poll(asked).toHaveLength(1);
    await stage.adapter.stop();
    await expect(started).rejects.toThrow('aborted');
    expect(stage.adapter.isConnected()).toBe(false);
  });

  it('an answer that could not be shown is shown later, and no error or log has the token', async () => {
    const stage = await stageTelegram();
    await stage.start();
    stage.ann.say(IMEI);
    const { request, show } = await stage.received();
    const flood = { code: 429, description: 'Too Many Requests', parameters: { retry_after: 1 } };
    stage.telegram.mishap('sendMessage', 'dropped', flood);
    const error = await show(replyOf(), { isLast: true }).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(Error);
    const all = JSON.stringify([stage.logged, String(error), Object.entries(error as Error)]);
    expect(all).not.toContain('test-token');
    await (await stage.adapter.reopen(request.target))?.(replyOf({ title: 'Answered' }), {
      isLast: true,
    });
    expect(titles(stage)).toEqual(['✅ Answered']);
  });
});

/** The refusal of a webhook. */
function badWebhook(why: string) {
  return { code: 400, description: `Bad Request: bad webhook: ${why}` };
}
