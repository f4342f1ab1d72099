import { describe, expect, it } from 'vitest';
import type { Receipt } from '../../../src/core/adapter/request-event.ts';
import { deferred } from '../../../src/core/promises.ts';
import { IMEI } from '../../support/known.ts';
import { replyOf } from '../../support/replies.ts';
import { ALLOWED_UPDATES, SECRET, stageWebhook } from './stage.ts';

describe('the webhook', () => {
  it('the webhook has its secret, and gets what people send, also what they sent before', async () => {
    const { stage, url } = await stageWebhook();
    stage.ann.say('sent before the start');
    await stage.start();
    const [set] = stage.telegram.callsOf('setWebhook');
    expect(set?.payload).toEqual({ url, secret_token: SECRET, allowed_updates: ALLOWED_UPDATES });
    stage.ann.say(IMEI);
    await stage.received(2);
    await expect
      .poll(() => stage.telegram.updates.deliveries.filter((one) => one === 200))
      .toHaveLength(2);
    expect(stage.telegram.callsOf('getUpdates')).toEqual([]);
  });

  it('the bot counts as connected again after one failed call, although no update comes', async () => {
    const { stage } = await stageWebhook();
    await stage.start();
    // No other call is under way, which would show that Telegram works again.
    await expect.poll(() => stage.telegram.descriptions.has('short_description')).toBe(true);
    stage.telegram.mishap('sendMessage', 'bad-gateway');
    await expect(stage.adapter.notify('telegram:user:11', replyOf())).rejects.toThrow('no answer');
    expect(stage.adapter.isConnected()).toBe(false);
    await expect.poll(() => stage.adapter.isConnected(), { timeout: 5_000 }).toBe(true);
  });

  it('the webhook answers 503 to an update that cannot be stored, so that it comes again', async () => {
    const { stage } = await stageWebhook();
    const receipts: Receipt[] = ['redeliver', 'redeliver', 'confirm'];
    const ids = new Set<string>();
    await stage.start(async ({ id }) => {
      ids.add(id);
      return receipts.shift() ?? 'confirm';
    });
    stage.ann.say(IMEI);
    await expect.poll(() => stage.telegram.updates.deliveries).toEqual([503, 503, 200]);
    expect(ids.size).toBe(1);
  });

  it('the webhook answers 503 to an update that takes long to store, and outlives its failure', async () => {
    const { stage } = await stageWebhook();
    const stored = deferred<Receipt>();
    let calls = 0;
    await stage.start(async () => {
      calls += 1;
      return calls === 1 ? stored.promise : 'confirm';
    });
    stage.ann.say(IMEI);
    await expect.poll(() => stage.telegram.updates.deliveries[0]).toBe(503);
    // Nobody waits for this any more.
    stored.resolve('redeliver');
    await expect.poll(() => stage.telegram.updates.deliveries).toEqual([503, 200]);
  });

  it('the webhook answers each malformed call with its own status, and 503 while the bot is not started', async () => {
    const { stage, url } = await stageWebhook();
    const post = async (body: string, secret?: string) => {
      const headers = secret === undefined ? {} : { 'x-telegram-bot-api-secret-token': secret };
      return (await fetch(url, { method: 'POST', headers, body })).status;
    };
    const unreadable = '{"update_id":1,"message":{"text":"","from":{}}}';
    expect(await post('{"update_id":1}', SECRET)).toBe(503);
    await stage.start();
    expect((await fetch(url)).status).toBe(405);
    expect(await post('{"update_id":1}')).toBe(401);
    expect(await post('{"update_id":1}', 'a-long_secreT')).toBe(401);
    expect(await post('x', SECRET)).toBe(503);
    expect(await post('{"update_id":1,"news":{}}', SECRET)).toBe(200);
    expect(await post(unreadable, SECRET)).toBe(200);
    await stage.adapter.stop();
    expect(await post('{"update_id":1}', SECRET)).toBe(503);
    expect(stage.inbox).toHaveLength(0);
  });
});

it('the webhook refuses a wrong secret before the body has arrived', async () => {
  const { stage, url } = await stageWebhook();
  await stage.start();
  const body = new ReadableStream({ start: (sender) => sender.enqueue(new Uint8Array(9)) });
  const call = { method: 'POST', body, duplex: 'half' } as const;
  expect((await fetch(url, call)).status).toBe(401);
});
