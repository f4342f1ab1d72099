import { getEventListeners } from 'node:events';
import { queryObjects } from 'node:v8';
import { REST } from '@discordjs/rest';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createApi, type DiscordApi } from '../../../src/adapters/discord/outbound/api.ts';
import { openReply } from '../../../src/adapters/discord/outbound/delivery.ts';
import { createFallbackDelivery } from '../../../src/adapters/discord/outbound/fallback-delivery.ts';
import type { DiscordTarget } from '../../../src/adapters/discord/target.ts';
import { sayIn } from '../../../src/format/words/language.ts';
import { ASKER, CHANNEL, type FakeDiscord, startFakeDiscord } from '../../support/discord/fake.ts';
import { APPLICATION, TOKEN } from '../../support/discord/world.ts';
import { replyOf } from './stage.ts';

const en = sayIn('en');

const ANSWERS = 40;

let discord: FakeDiscord;
beforeEach(async () => {
  // The library's interval of ten seconds would clean up after one test while the next one counts.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  discord = await startFakeDiscord();
});
afterEach(async () => {
  vi.useRealTimers();
  await discord.close();
});

const createOwnApi = (): DiscordApi =>
  createApi({
    token: TOKEN,
    apiUrl: discord.apiUrl,
    report: () => undefined,
    onTokenRefused: () => undefined,
  });

async function acknowledged(api: DiscordApi): Promise<DiscordTarget> {
  const { id, token, at } = discord.world.begin({ user: ASKER, channel: CHANNEL });
  await api.acknowledge({ id, token }, { kind: 'reply', ephemeral: true });
  return {
    kind: 'discord',
    application: APPLICATION,
    token,
    since: at,
    channel: CHANNEL,
    direct: false,
    user: ASKER,
    shared: false,
    opens: 'new',
  };
}

async function answerMany(api: DiscordApi): Promise<void> {
  for (let count = 0; count < ANSWERS; count += 1)
    await api.edit(await acknowledged(api), { body: { content: 'Answer' }, files: [] }, { last: true });
}

describe('an answer on Discord that was given', () => {
  it('is not held by the deadline of its call', async () => {
    const api = createOwnApi();
    // What the first calls load and open stays.
    await answerMany(api);
    const before = countOf(AbortSignal);
    await answerMany(api);
    expect(countOf(AbortSignal) - before).toBeLessThan(ANSWERS / 2);
  });

  it('has no line in the library any more, a moment later', async () => {
    const Line = await classOfLines();
    const api = createOwnApi();
    await answerMany(api);
    // Among them may be lines of other tests in this process, which their own intervals take away meanwhile.
    const held = countOf(Line);
    expect(held).toBeGreaterThanOrEqual(ANSWERS);
    vi.advanceTimersByTime(10_000);
    expect(held - countOf(Line)).toBeGreaterThan(ANSWERS / 2);
    await api.edit(await acknowledged(api), { body: { content: 'And on' }, files: [] }, { last: true });
  });

  it('leaves nothing in the signal of the adapter, which outlives all answers', async () => {
    const any = vi.spyOn(AbortSignal, 'any');
    const api = createOwnApi();
    const stopped = new AbortController();
    const sayAt = () => en;
    const fallback = createFallbackDelivery({ api, sayAt });
    const needs = { api, fallback, clock: discord.clock, sayAt, stopped: stopped.signal };
    const show = openReply(needs, await acknowledged(api));
    await show(replyOf({ title: 'Under way' }), { last: false });
    expect(getEventListeners(stopped.signal, 'abort')).toHaveLength(1);
    discord.clock.skip(1_000);
    await show(replyOf({ title: 'Answer' }), { last: true });
    await vi.waitFor(() => expect(getEventListeners(stopped.signal, 'abort')).toHaveLength(0));
    // It would leave a weak reference there, for good.
    expect(any).not.toHaveBeenCalled();
  });
});

/** The library does not export it. */
async function classOfLines() {
  const rest = new REST({ makeRequest: () => Promise.reject(new Error('nobody there')), retries: 0 });
  await rest.get('/gateway', { auth: false }).catch(() => undefined);
  const [line] = rest.handlers.values();
  if (line === undefined) throw new Error('the library keeps no lines');
  return line.constructor as new () => unknown;
}

/** How many objects of a class there are, after a collection. */
function countOf(ofClass: abstract new () => unknown): number {
  return queryObjects(ofClass, { format: 'count' });
}
