import { describe, expect, it } from 'vitest';
import type { Receipt, Receive } from '../../../../src/core/adapter.ts';
import { deferred } from '../../../../src/core/async/promises.ts';
import { systemClock } from '../../../../src/core/clock.ts';
import { createMessageTable } from '../../../../src/store/schema/message.ts';
import { createMemorySql, NO_SEAL } from '../../../support/store/memory-sql.ts';
import { eventually, replyOf, type Stage, stageTelegram } from '../stage.ts';

const IMEI = '490154203237518';

describe('long polling', () => {
  it('asks for what it reads, and nothing else', async () => {
    const stage = await stageTelegram();
    await stage.start();
    await eventually(() =>
      expect(stage.telegram.callsOf('getUpdates')[0]?.payload).toMatchObject({
        timeout: 30,
        allowed_updates: [
          'message',
          'edited_message',
          'callback_query',
          'inline_query',
          'chosen_inline_result',
        ],
      }),
    );
  });

  it('clears away a webhook, and keeps what waits', async () => {
    const stage = await stageTelegram();
    stage.telegram.updates.setWebhook({ url: 'http://127.0.0.1:9/', secret: 'x' });
    stage.ann.say(IMEI);
    await stage.start();
    await stage.asked();
    expect(stage.telegram.callsOf('deleteWebhook')[0]?.payload).toEqual({ drop_pending_updates: false });
  });

  it('confirms an update only once it is written down', async () => {
    const stage = await stageTelegram();
    const store = slowStore();
    await stage.start(store.receive);
    stage.ann.say(IMEI);
    await eventually(() => expect(store.asked).toHaveLength(1));
    await stage.clock.sleep(5_000);
    expect(stage.telegram.updates.waiting).toHaveLength(1);
    store.settle('persisted');
    await eventually(() => expect(stage.telegram.updates.waiting).toEqual([]));
  });

  it('has a request written down without waiting for what it remembers of the message, and confirms it after both', async () => {
    const remembered = deferred<void>();
    const stage = await stageTelegram({
      memory: {
        messages: {
          ...createMessageTable(createMemorySql(), NO_SEAL, systemClock),
          put: () => remembered.promise,
        },
        hash: (name) => name,
      },
    });
    await stage.start();
    stage.ann.say(IMEI);
    await stage.asked();
    await stage.clock.sleep(5_000);
    expect(stage.telegram.updates.waiting).toHaveLength(1);
    remembered.resolve();
    await eventually(() => expect(stage.telegram.updates.waiting).toEqual([]));
  });

  it('gets again what could not be written down, and all after it are done once', async () => {
    const stage = await stageTelegram();
    const texts: string[] = [];
    let failures = 3;
    for (const text of ['one', 'two', 'three']) stage.ann.say(text);
    await stage.start(async ({ ask }) => {
      const text = ask.kind === 'command' && ask.options.kind === 'text' ? ask.options.text : '';
      texts.push(text);
      if (text !== 'two' || failures === 0) return 'persisted';
      failures -= 1;
      return 'not-persisted';
    });
    await eventually(() => expect(stage.telegram.updates.waiting).toEqual([]));
    expect(texts).toEqual(['one', 'two', 'three', 'two', 'two', 'two']);
    expect(stage.warnings('Updates from Telegram cannot be written down')).toHaveLength(1);
  });

  it('leaves what is not written down to the next start', async () => {
    const stage = await stageTelegram();
    stage.ann.say('one');
    stage.ann.say('two');
    await stage.start(async ({ id }) => (id.endsWith('1000') ? 'persisted' : 'not-persisted'));
    await eventually(() => expect(stage.telegram.updates.waiting).toHaveLength(1));
    await stage.adapter.stop();
    expect(stage.telegram.updates.waiting).toMatchObject([{ update_id: 1_001 }]);
  });

  it('spares the next start what is written down', async () => {
    const stage = await stageTelegram();
    const store = slowStore();
    await stage.start(store.receive);
    stage.ann.say(IMEI);
    await eventually(() => expect(store.asked).toHaveLength(1));
    const stopped = stage.adapter.stop();
    store.settle('persisted');
    await stopped;
    expect(stage.telegram.updates.waiting).toEqual([]);
  });

  it('hands a repeated update on by the same id, so that it can be done once', async () => {
    const stage = await stageTelegram();
    await stage.start();
    stage.ann.say(IMEI);
    const { request } = await stage.asked();
    const [update] = stage.ann.updates;
    await eventually(() => expect(stage.telegram.updates.waiting).toEqual([]));
    if (update !== undefined) stage.telegram.updates.repeat(update);
    expect((await stage.asked(2)).request.id).toBe(request.id);
  });

  it('takes an id that is lower than the last one', async () => {
    const stage = await stageTelegram();
    await stage.start();
    stage.telegram.updates.repeat(messageUpdate(900_000));
    await stage.asked();
    await eventually(() => expect(stage.telegram.updates.waiting).toEqual([]));
    stage.telegram.updates.repeat(messageUpdate(5));
    await expect(stage.asked(2)).resolves.toMatchObject({ request: { id: 'telegram:update:5' } });
  });

  it('is held up by nobody: not by a reply that is slow to be shown', async () => {
    const stage = await stageTelegram();
    const ids: string[] = [];
    // As the core does with a refusal: it is not written down, only shown.
    const refuse: Receive = async ({ id }, show) => {
      ids.push(id);
      await show(replyOf(), { last: true });
      return 'persisted';
    };
    stage.telegram.mishap('sendMessage', {
      code: 429,
      description: 'Too Many',
      parameters: { retry_after: 100 },
    });
    await stage.start(refuse);
    stage.ann.say('one');
    await eventually(() => expect(ids).toHaveLength(1));
    stage.bob.say('two');
    await eventually(() => expect(stage.shown(stage.bob.id)).toHaveLength(1));
    expect(stage.shown(stage.ann.id)).toEqual([]);
  });

  it.each([
    ['a reset', 'dropped'],
    ['a lost answer', 'answer-lost'],
    ['a broken proxy', 'bad-gateway'],
    ['trouble at Telegram', { code: 500, description: 'Internal Server Error' }],
    ['a flood limit', { code: 429, description: 'Too Many', parameters: { retry_after: 2 } }],
  ] as const)('goes on after %s', async (_, mishap) => {
    const stage = await stageTelegram();
    stage.telegram.mishap('getUpdates', mishap, mishap);
    stage.ann.say(IMEI);
    await stage.start();
    await stage.asked();
    expect(stage.warnings('No updates come from Telegram').length).toBeLessThanOrEqual(1);
    expect(stage.fatal).toEqual([]);
  });

  it('waits while somebody else takes the updates, says so once, and starts again', async () => {
    const stage = await stageTelegram();
    const conflict = { code: 409, description: 'Conflict: terminated by other getUpdates request' };
    stage.telegram.mishap('getUpdates', conflict, conflict);
    stage.ann.say(IMEI);
    await stage.start();
    await stage.asked();
    expect(stage.warnings('Somebody else takes the updates')).toHaveLength(1);
    expect(stage.warnings('Somebody else takes the updates')[0]).toContain('TELEGRAM_TOKEN');
  });

  it('clears away a webhook that is set while it runs', async () => {
    const stage = await stageTelegram({ pollSeconds: 1 });
    await stage.start();
    stage.telegram.updates.setWebhook({ url: 'http://127.0.0.1:9/', secret: 'x' });
    stage.ann.say(IMEI);
    await stage.asked();
    expect(stage.telegram.updates.webhook).toBeUndefined();
  });

  it('tells when the token is no longer accepted, and the process decides', async () => {
    const stage = await stageTelegram({ pollSeconds: 1 });
    await stage.start();
    stage.telegram.acceptToken = false;
    await eventually(() => expect(stage.fatal).toHaveLength(1));
    await stage.clock.sleep(20_000);
    expect(stage.fatal).toHaveLength(1);
  });
});

function messageUpdate(update_id: number): Parameters<Stage['telegram']['updates']['repeat']>[0] {
  const from = { id: 11, is_bot: false, first_name: 'Ann' };
  const chat = { id: 11, type: 'private', first_name: 'Ann' } as const;
  return { update_id, message: { message_id: update_id, date: 1, from, chat, text: IMEI } };
}

/** A store that answers when the test says so. */
function slowStore() {
  const asked: string[] = [];
  let settle: (receipt: Receipt) => void = () => undefined;
  const receive: Receive = ({ id }) => {
    asked.push(id);
    return new Promise((resolve) => {
      settle = resolve;
    });
  };
  return { receive, asked, settle: (receipt: Receipt) => settle(receipt) };
}
