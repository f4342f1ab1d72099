import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { WebhookHandler } from '../../../../src/adapters/telegram/inbound/transport/webhook.ts';
import type { Receipt } from '../../../../src/core/adapter.ts';
import { eventually, type Stage, stageTelegram } from '../stage.ts';

const IMEI = '490154203237518';
const SECRET = 'a-long_secret';

describe('the webhook', () => {
  it('is set with its secret and what it takes, and gets what people send', async () => {
    const { stage, url } = await served();
    await stage.start();
    expect(stage.telegram.callsOf('setWebhook')[0]?.payload).toEqual({
      url,
      secret_token: SECRET,
      allowed_updates: [
        'message',
        'edited_message',
        'callback_query',
        'inline_query',
        'chosen_inline_result',
      ],
      drop_pending_updates: false,
    });
    stage.ann.say(IMEI);
    await stage.asked();
    await eventually(() => expect(stage.telegram.updates.deliveries).toEqual([200]));
    expect(stage.telegram.callsOf('getUpdates')).toEqual([]);
  });

  it('answers 503 to what cannot be written down, so that it comes again', async () => {
    const { stage } = await served();
    const receipts: Receipt[] = ['not-persisted', 'not-persisted', 'persisted'];
    const ids: string[] = [];
    await stage.start(async ({ id }) => {
      ids.push(id);
      return receipts.shift() ?? 'persisted';
    });
    stage.ann.say(IMEI);
    await eventually(() => expect(stage.telegram.updates.deliveries).toEqual([503, 503, 200]));
    expect(new Set(ids).size).toBe(1);
    expect(stage.telegram.updates.waiting).toEqual([]);
    expect(stage.warnings('Updates from Telegram cannot be written down')).toHaveLength(1);
  });

  it('answers before the reply is shown', async () => {
    const { stage } = await served();
    await stage.start();
    stage.telegram.mishap('sendMessage', 'hangs');
    stage.ann.say(IMEI);
    await eventually(() => expect(stage.telegram.updates.deliveries).toEqual([200]));
  });

  it.each([
    ['without the secret', {}, '{"update_id":1}', 401],
    ['with another secret', { secret: 'a-long_secreT' }, '{"update_id":1}', 401],
    ['with a longer secret', { secret: `${SECRET}x` }, '{"update_id":1}', 401],
    ['with something that is no update', { secret: SECRET }, '{"update_id":"1"}', 400],
    ['with something that is no JSON', { secret: SECRET }, 'x', 400],
    ['with too much', { secret: SECRET }, `{"update_id":1,"x":"${'x'.repeat(2_000_000)}"}`, 413],
    ['with an update of a kind unknown', { secret: SECRET }, '{"update_id":1,"news":{}}', 200],
  ])('answers a call %s', async (_, { secret }: { secret?: string }, body, status) => {
    const { stage, url } = await served();
    await stage.start();
    const headers = secret === undefined ? {} : { 'x-telegram-bot-api-secret-token': secret };
    const response = await fetch(url, { method: 'POST', headers, body });
    expect(response.status).toBe(status);
    expect(stage.inbox).toEqual([]);
  });

  it('takes nothing by GET, before the start, and after the end', async () => {
    const { stage, url } = await served();
    const headers = { 'x-telegram-bot-api-secret-token': SECRET };
    const post = async () => (await fetch(url, { method: 'POST', headers, body: '{"update_id":1}' })).status;
    expect((await fetch(url)).status).toBe(405);
    expect(await post()).toBe(503);
    await stage.start();
    expect(await post()).toBe(200);
    await stage.adapter.stop();
    expect(await post()).toBe(503);
  });

  it('gets what came in while the bot was away', async () => {
    const { stage } = await served();
    stage.ann.say(IMEI);
    await stage.start();
    await stage.asked();
  });

  it('tells when Telegram does not accept the address', async () => {
    const { stage } = await served();
    stage.telegram.mishap('setWebhook', {
      code: 400,
      description: 'Bad Request: bad webhook: HTTPS url must be provided for webhook',
    });
    await stage.start();
    expect(stage.fatal).toEqual([expect.stringMatching(/TELEGRAM_WEBHOOK_URL.*HTTPS url/)]);
  });
});

/** The adapter behind an HTTP server like the bot's own. */
async function served(): Promise<{ stage: Stage; url: string }> {
  const app = new Hono();
  const port = await new Promise<number>((resolve) => {
    const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, (info) => resolve(info.port));
    onTestFinished(() => void server.close());
  });
  const url = `http://127.0.0.1:${port}/telegram/updates`;
  const mount = (path: string, handler: WebhookHandler): void => {
    app.all(path, (context) => handler(context.req.raw));
  };
  return { stage: await stageTelegram({ webhook: { url, secret: SECRET, mount } }), url };
}
