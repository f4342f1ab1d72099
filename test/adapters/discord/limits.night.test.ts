import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createApi, type DiscordApi } from '../../../src/adapters/discord/outbound/api.ts';
import { createProgressBudget, openAnswer } from '../../../src/adapters/discord/outbound/chat/answer.ts';
import { createQuestions } from '../../../src/adapters/discord/outbound/chat/questions.ts';
import { createFallbackDelivery } from '../../../src/adapters/discord/outbound/fallback-delivery.ts';
import { openReply } from '../../../src/adapters/discord/outbound/interaction/delivery.ts';
import { createChannelTyping } from '../../../src/adapters/discord/outbound/outbound.ts';
import { HOUR_MS, systemClock } from '../../../src/core/clock.ts';
import { sayIn } from '../../../src/format/words/say.ts';
import { ASKER, CHANNEL, type FakeDiscord, startFakeDiscord } from '../../support/discord/fake.ts';
import { APPLICATION, TOKEN } from '../../support/discord/world.ts';
import { replyOf } from './stage.ts';

const ANOTHER_CHANNEL = '700';
const PLAIN = { body: { content: 'Said' }, files: [] };

describe('Discord, which keeps its limits,', () => {
  let discord: FakeDiscord;
  let api: DiscordApi;
  let reported: string[];
  beforeEach(async () => {
    discord = await startFakeDiscord();
    reported = [];
    api = createApi({
      token: TOKEN,
      apiUrl: discord.apiUrl,
      clock: systemClock,
      report: (incident) => void reported.push(incident),
      onTokenRefused: () => undefined,
      // Many at once may take a busy machine longer; what is asked here is what Discord refuses.
      callbackTimeoutMs: 60_000,
    });
  });
  afterEach(() => discord.close());

  const nothingRefused = (): void => {
    expect(discord.rest.refused).toBe(0);
    expect(reported).not.toContain('rate-limited');
  };

  it('refuses nothing of many answers at once, whose interactions have limits of their own', async () => {
    const needs = {
      ...{ api, clock: discord.clock, stopped: new AbortController().signal, sayAt: () => sayIn('en') },
      fallback: createFallbackDelivery({ api, sayAt: () => sayIn('en') }),
    };
    const answer = async (): Promise<void> => {
      const { id, token, at } = discord.world.begin({ user: ASKER, channel: CHANNEL });
      await api.acknowledge({ id, token }, { kind: 'reply', ephemeral: true });
      const show = openReply(needs, {
        ...{ kind: 'discord', application: APPLICATION, token, since: at, channel: CHANNEL, direct: false },
        ...{ sinceUptime: discord.clock.uptime(), locale: 'en', user: ASKER, shared: false, opens: 'new' },
      });
      void show(replyOf({ title: 'Asking', placeholder: true }), { last: false });
      void show(replyOf({ title: 'In the line' }), { last: false });
      await show(replyOf({ title: 'Answered' }), { last: true });
    };
    await Promise.all(Array.from({ length: 20 }, answer));
    expect(discord.shownTo(ASKER).match(/Answered/g)).toHaveLength(20);
    nothingRefused();
  });

  it('refuses nothing of many answers to messages in one channel, which come before their progress', async () => {
    const { clock } = discord;
    const sayAt = () => sayIn('en');
    const needs = {
      ...{ api, clock, sayAt, fallback: createFallbackDelivery({ api, sayAt }) },
      ...{ budget: createProgressBudget(clock), startTyping: createChannelTyping(api, clock) },
      questions: createQuestions(),
    };
    const answer = async (index: number): Promise<void> => {
      const show = openAnswer(needs, {
        ...{ kind: 'discord', channel: CHANNEL, direct: false, user: ASKER, shared: true, locale: 'en' },
        question: String(400_000 + index),
      });
      void show(replyOf({ title: 'In the line' }), { last: false }).catch(() => undefined);
      await show(replyOf({ title: 'Answered' }), { last: true });
    };
    // Five a second is what Discord allows a channel, so this takes nearly ten seconds, and 30 answers more than five.
    const plain = Promise.all(Array.from({ length: 50 }, () => api.send(ANOTHER_CHANNEL, PLAIN)));
    const answers = Promise.all(Array.from({ length: 30 }, (_, index) => answer(index)));
    expect(await Promise.race([plain.then(() => 'plain'), answers.then(() => 'answers')])).toBe('answers');
    expect(discord.shownTo(ASKER).match(/Answered/g)).toHaveLength(30);
    expect(discord.shownTo(ASKER)).not.toContain('In the line');
    nothingRefused();
  });

  it('is asked again within seconds after the time of day was set back by an hour, also by who was waiting', async () => {
    vi.useFakeTimers({ toFake: ['Date'], shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
    const waiting = Array.from({ length: 8 }, () => api.send(CHANNEL, PLAIN));
    await waiting[4];
    vi.setSystemTime(Date.now() - HOUR_MS);
    await Promise.all(waiting);
    await Promise.all(Array.from({ length: 30 }, (_, index) => api.send(`90${index}`, PLAIN)));
    expect(discord.world.messages).toHaveLength(38);
  });

  it('refuses nothing of many late answers to one channel', async () => {
    await Promise.all(Array.from({ length: 12 }, () => api.send(CHANNEL, PLAIN)));
    expect(discord.world.messages).toHaveLength(12);
    nothingRefused();
  });

  it('refuses nothing of what is sent to more channels at once than it takes calls in a second', async () => {
    const message = { body: { content: 'Answered' }, files: [] };
    await Promise.all(
      Array.from({ length: 70 }, (_, index) => api.send(`50000000000000${1_000 + index}`, message)),
    );
    expect(discord.world.messages).toHaveLength(70);
    nothingRefused();
  });
});
