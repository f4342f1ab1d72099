import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { WebhookHandler } from '../../../../src/adapters/telegram/inbound/transport/webhook.ts';
import type { TelegramOptions } from '../../../../src/adapters/telegram/options.ts';
import type { Receive } from '../../../../src/core/adapter.ts';
import { systemClock } from '../../../../src/core/clock.ts';
import { openStore } from '../../../../src/store/open.ts';
import { createSeal } from '../../../../src/store/seal/seal.ts';
import { button, eventually, replyOf, type Stage, stageTelegram, textOf } from '../stage.ts';

const IMEI = '490154203237518';
const OTHER_IMEI = '356938035643809';
const SECRET = 'a-long_secret';

const STORE_SECRET = '0123456789abcdef'.repeat(4);

describe('a webhook in front of two replicas', () => {
  it('is set by both in the same words, and stays when one of them stops', async () => {
    const { replicas, telegram, balancer } = await twoReplicas();
    const [first] = replicas;
    await first.adapter.stop();
    const set = telegram.callsOf('setWebhook').map(({ payload }) => payload);
    expect(set).toHaveLength(2);
    expect(set[0]).toEqual(set[1]);
    expect(set[0]).toMatchObject({ url: balancer.url, secret_token: SECRET });
    expect(telegram.callsOf('deleteWebhook')).toEqual([]);
  });

  it('brings each its share, and what one turns away as it stops is taken by the other', async () => {
    const { replicas, telegram } = await twoReplicas();
    const [first, second] = replicas;
    first.ann.say('one');
    await first.asked();
    first.ann.say('two');
    await second.asked();
    await first.adapter.stop();
    first.ann.say('three');
    expect(textOf(await second.asked(2))).toBe('/imei three');
    await eventually(() => expect(telegram.updates.deliveries.toSorted()).toEqual([200, 200, 200, 503]));
  });

  it.each([
    ['a message', (stage: Stage) => stage.ann.say(IMEI)],
    ['a command in a group', (stage: Stage) => stage.ann.say(`/imei ${IMEI}`, { group: -1001 })],
    ['a question from elsewhere', (stage: Stage) => stage.ann.saysAsGuest(`@imei_bot ${IMEI}`, 'guest-1')],
  ])('GIVEN %s comes to both THEN both know it by the same id, and it is done once', async (_, ask) => {
    const { replicas, telegram, balancer, done } = await twoReplicas();
    balancer.toAll = true;
    ask(replicas[0]);
    await eventually(() => expect(replicas.map(({ inbox }) => inbox.length)).toEqual([1, 1]));
    const [one, other] = replicas.map(({ inbox }) => inbox[0]?.request.id);
    expect(one).toBe(other);
    await eventually(() => expect(telegram.updates.deliveries).toEqual([200]));
    expect(done).toHaveLength(1);
  });

  it('GIVEN a press comes to both THEN it is done once', async () => {
    const { replicas, telegram, balancer, done } = await twoReplicas();
    const [first] = replicas;
    first.ann.say(IMEI);
    const { show } = await first.asked();
    await show(replyOf({ actions: [button('Full details', 'token-1')] }), { last: true });
    balancer.toAll = true;
    const [shown] = first.shown();
    if (shown !== undefined) first.ann.press(shown, 'Full details');
    await eventually(() => expect(replicas.map(({ inbox }) => inbox.length)).toEqual([2, 1]));
    await eventually(() => expect(telegram.updates.deliveries).toEqual([200, 200]));
    expect(done).toHaveLength(2);
    expect(new Set(replicas.map(({ inbox }) => inbox.at(-1)?.request.id)).size).toBe(1);
  });

  it('GIVEN an album without words comes in parts to both THEN it gets one hint', async () => {
    const { replicas, telegram } = await twoReplicas();
    sayAlbum(replicas[0], [undefined, undefined, undefined, undefined]);
    await eventually(() => expect(telegram.updates.deliveries).toHaveLength(4));
    expect(replicas.flatMap(({ inbox }) => inbox.map(textOf))).toEqual(['/imei …']);
  });

  it('GIVEN an album with words comes in parts to both THEN its words are answered, and no hint is given', async () => {
    const { replicas, telegram } = await twoReplicas();
    sayAlbum(replicas[0], [IMEI, undefined, undefined]);
    await eventually(() => expect(telegram.updates.deliveries).toHaveLength(3));
    expect(replicas.flatMap(({ inbox }) => inbox.map(textOf))).toEqual([`/imei ${IMEI}`]);
  });

  it('GIVEN a message is mended, and mended again, at another replica each time THEN every new IMEI is answered', async () => {
    const { replicas, confirmed } = await twoReplicas();
    const [first, second] = replicas;
    const said = first.ann.say('4901542032375');
    await confirmed(1);
    first.ann.edit(said, IMEI);
    expect(textOf(await second.asked())).toBe(`/imei ${IMEI}`);
    await confirmed(2);
    first.ann.edit(said, OTHER_IMEI);
    expect(textOf(await first.asked(2))).toBe(`/imei ${OTHER_IMEI}`);
    await confirmed(3);
    first.ann.edit(said, IMEI);
    expect(textOf(await second.asked(2))).toBe(`/imei ${IMEI}`);
  });

  it('GIVEN a message is mended at another replica THEN its answer is changed there', async () => {
    const { replicas, confirmed } = await twoReplicas();
    const [first, second] = replicas;
    const said = first.ann.say(IMEI);
    await confirmed(1);
    await (await first.asked()).show(replyOf({ title: 'Answered' }), { last: true });
    first.ann.edit(said, OTHER_IMEI);
    await (await second.asked()).show(replyOf({ title: 'Answered anew' }), { last: true });
    expect(first.shown().map(({ text }) => text)).toEqual(['✅ Answered anew']);
  });

  it('GIVEN an edit at another replica leaves the IMEI as it is THEN it is not answered again', async () => {
    const { replicas, telegram, confirmed } = await twoReplicas();
    const [first, second] = replicas;
    const said = first.ann.say(IMEI);
    await confirmed(1);
    first.ann.edit(said, `please: ${IMEI}`);
    await eventually(() => expect(telegram.updates.deliveries).toEqual([200, 200]));
    expect(second.inbox).toHaveLength(0);
  });

  it('GIVEN the shared memory fails THEN what people send is taken all the same', async () => {
    const broken = async (): Promise<never> => {
      throw new Error('no connection');
    };
    const rows = { insert: broken, get: broken, put: broken, entriesOf: broken, delete: broken };
    const { replicas } = await twoReplicas({
      memory: { rows, hash: (name) => name },
    });
    const [first, second] = replicas;
    sayAlbum(first, [IMEI]);
    await first.asked();
    first.ann.say(IMEI);
    await second.asked();
    expect(first.logged.filter(({ level }) => level > 20 && level !== 30)).toEqual([]);
  });

  it('keeps no IMEI and no chat in the names of what both remember', async () => {
    const { replicas, rows, confirmed } = await twoReplicas();
    replicas[0].ann.say(IMEI);
    await confirmed(1);
    const names = (await rows.entries()).map(([id]) => id);
    expect(names).toHaveLength(1);
    expect(names.join()).not.toMatch(/11|490154/);
  });
});

/** The parts of an album, each with its words or none. */
function sayAlbum(stage: Stage, captions: readonly (string | undefined)[]): void {
  for (const caption of captions) {
    const parts: object = {
      media_group_id: 'an-album',
      text: undefined,
      photo: [],
      ...(caption && { caption }),
    };
    stage.ann.say('', { parts });
  }
}

/** Two processes with one store, behind a load balancer that brings what comes to each in its turn, or to both. */
async function twoReplicas(options: Partial<TelegramOptions> = {}) {
  const { store } = await openStore('sqlite://:memory:', undefined, systemClock);
  onTestFinished(() => store.close());
  const rows = store.collection('telegram');
  const balancer = await startBalancer();
  const webhook = {
    url: balancer.url,
    secret: SECRET,
    mount: (_: string, handler: WebhookHandler) => void balancer.handlers.push(handler),
  };
  const memory = { rows, ...createSeal(STORE_SECRET) };
  const first = await stageTelegram({ memory, webhook, ...options });
  const second = await stageTelegram({ memory, webhook, ...options }, first);
  first.telegram.supportsGuests = true;
  const replicas = [first, second] as const;
  const requests = store.collection('requests');
  const done: string[] = [];
  for (const { adapter, inbox } of replicas) {
    const receive: Receive = async (request, show) => {
      inbox.push({ request, show });
      if (await requests.insert(request.id, 'accepted')) done.push(request.id);
      return 'persisted';
    };
    await adapter.start(receive, async () => []);
  }
  /** What is remembered of a message is stored beside its request: it is there when Telegram was told that it is taken. */
  const confirmed = (count: number): Promise<void> =>
    eventually(() => expect(first.telegram.updates.deliveries).toHaveLength(count));
  return { replicas, telegram: first.telegram, balancer, rows, done, confirmed };
}

async function startBalancer() {
  const handlers: WebhookHandler[] = [];
  const app = new Hono();
  let turn = 0;
  const balancer = { url: '', handlers, toAll: false };
  app.all('*', async ({ req: { raw } }) => {
    const answers = balancer.toAll ? handlers.map((handler) => handler(raw.clone())) : [];
    turn += 1;
    const [answer] = await Promise.all(answers);
    return answer ?? handlers[(turn - 1) % handlers.length]?.(raw) ?? new Response(null, { status: 502 });
  });
  const port = await new Promise<number>((resolve) => {
    const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, (info) => resolve(info.port));
    onTestFinished(() => void server.close());
  });
  balancer.url = `http://127.0.0.1:${port}/telegram/updates`;
  return balancer;
}
