import { setImmediate } from 'node:timers/promises';
import { describe, expect, it, type TestContext } from 'vitest';
import { toDiscordFailure } from '../../../src/adapters/discord/api/failure.ts';
import { PlatformLost } from '../../../src/core/adapter/adapter.ts';
import { ConnectionFailed } from '../../../src/core/network/no-answer.ts';
import { ASKER, CHANNEL, GUILD } from '../../support/discord/fake.ts';
import { IDENTIFY, RESUME } from '../../support/discord/gateway.ts';
import { refusal } from '../../support/discord/routes.ts';
import { TOKEN } from '../../support/discord/world.ts';
import { createInbox, type Inbox, suggestNothing } from '../../support/inbox.ts';
import { IMEI } from '../../support/known.ts';
import { replyOf } from '../../support/replies.ts';
import { type DiscordStage, stageDiscord } from './stage.ts';

/** Discord lets a bot identify once in 5 s, which the library keeps. */
const SOON = { timeout: 9_000 };
const CALLBACK = /callback$/;
const EDIT = /^PATCH/;
const last = { isLast: true } as const;

const stageOf = async ({ onTestFinished }: TestContext): Promise<DiscordStage> => {
  const stage = await stageDiscord();
  onTestFinished(stage.close);
  return stage;
};
const connected = async (test: TestContext): Promise<DiscordStage & { inbox: Inbox }> => {
  const stage = await stageOf(test);
  const inbox = createInbox();
  await stage.adapter.start(inbox.receive, suggestNothing);
  return { ...stage, inbox };
};
/** Waits until no call is under way: the commands are registered right after the start. */
const registered = ({ logged }: DiscordStage, test: TestContext) =>
  test.expect.poll(() => logged.join('')).toContain('The commands are registered');
const kinds = ({ logged }: DiscordStage) =>
  logged.flatMap((line) => JSON.parse(line).discord ?? []);
const ask = ({ discord }: Pick<DiscordStage, 'discord'>) => discord.command('imei', { imei: IMEI });
const news = replyOf({ title: 'News' });
const errnoError = Object.assign(new Error('reset'), { code: 'ECONNRESET' });

describe.concurrent('the connection for events', () => {
  it('the bot asks for intents that need no approval, in as many shards as Discord recommends', async (test) => {
    const stage = await stageOf(test);
    stage.discord.world.shards = 2;
    await stage.adapter.start(createInbox().receive, suggestNothing);
    const intents = 1 | (1 << 9) | (1 << 12);
    expect(stage.discord.gateway.identified).toMatchObject([
      { intents, shard: [0, 2] },
      { intents, shard: [1, 2] },
    ]);
    expect(stage.adapter.isConnected()).toBe(true);
  });

  it('events that the library or the bot cannot read are skipped', async (test) => {
    const { discord, inbox, logged } = await connected(test);
    const place = { channel_id: CHANNEL, guild_id: GUILD };
    // A message and a menu in a form that a newer Discord may have.
    discord.gateway.dispatch('MESSAGE_CREATE', { ...place, author: null });
    const menu = { type: 3, data: { component_type: 3 }, channel: { id: CHANNEL, type: 0 } };
    discord.gateway.dispatch('INTERACTION_CREATE', { ...place, ...menu });
    discord.gateway.dispatch('INTERACTION_CREATE', { id: '1', type: 99 });
    const incomplete = { id: '1', channel_id: '2', author: {}, type: 0 };
    discord.gateway.dispatch('MESSAGE_CREATE', incomplete);
    ask({ discord });
    await inbox.received();
    expect(logged.filter((line) => line.includes('could not be understood'))).toHaveLength(2);
  });

  it('replies that come before all shards are ready are read with the messages they reply to', async (test) => {
    const stage = await stageOf(test);
    const inbox = createInbox();
    stage.discord.world.shards = 2;
    const started = stage.adapter.start(inbox.receive, suggestNothing);
    while (stage.discord.gateway.identified.length === 0) await setImmediate();
    const numbers = [IMEI, '356938035643809'];
    for (const content of numbers) stage.discord.say('this?', { replyTo: { content } });
    await started;
    await inbox.received(numbers.length);
    const texts = inbox.map(({ request: { input } }) => input.kind === 'command' && input.options);
    expect(texts).toMatchObject(numbers.map((number) => ({ text: `this?\n${number}` })));
  });

  it('after a break the connection resumes, and missed messages are read', async (test) => {
    const stage = await connected(test);
    stage.discord.gateway.drop();
    // A command would have to be acknowledged within 3 s.
    stage.discord.say(IMEI);
    await test.expect.poll(() => stage.inbox, SOON).toHaveLength(1);
    await test.expect.poll(() => stage.discord.gateway.received, SOON).toEqual([IDENTIFY, RESUME]);
    expect(kinds(stage)).toContain('gateway-dropped');
    expect(stage.fatal).toEqual([]);
  });

  it.for([
    [4_004, /DISCORD_TOKEN/],
    [4_014, /Developer Portal/],
  ] as const)(
    'a connection that Discord closes with %i is lost for good',
    async ([code, words], test) => {
      const stage = await connected(test);
      stage.discord.gateway.close(code);
      await test.expect.poll(() => stage.fatal, SOON).toEqual([expect.stringMatching(words)]);
      expect(stage.adapter.isConnected()).toBe(false);
    },
  );

  it('once the token is reset, the first call that needs it loses the platform, once', async (test) => {
    const stage = await connected(test);
    await registered(stage, test);
    stage.discord.world.tokenIsGood = false;
    for (const user of ['1', '2']) {
      await expect(stage.adapter.notify(`discord:user:${user}`, news)).rejects.toThrow(/401|token/);
    }
    expect(stage.fatal).toEqual([expect.stringContaining('DISCORD_TOKEN')]);
  });

  it('the token is also needed to read an edit in a channel that the bot does not know', async (test) => {
    const stage = await connected(test);
    await registered(stage, test);
    stage.discord.world.tokenIsGood = false;
    stage.discord.gateway.dispatch('MESSAGE_UPDATE', {
      id: '39',
      channel_id: '77',
      edited_timestamp: new Date().toISOString(),
    });
    const advice = expect.stringContaining('DISCORD_TOKEN');
    await test.expect.poll(() => stage.fatal).toEqual([advice]);
  });
});

describe.concurrent('the start', () => {
  it.for([
    ['the token is wrong', undefined, /DISCORD_TOKEN/],
    ['the gateway refuses it', 4_004, /DISCORD_TOKEN/],
    ['the gateway refuses the intents', 4_014, /Developer Portal/],
  ] as const)(
    'if %s, the start fails with what the operator has to do',
    async ([, code, words], test) => {
      const stage = await stageOf(test);
      stage.discord.world.tokenIsGood = code !== undefined;
      stage.discord.gateway.refuseWith = code;
      const start = stage.adapter.start(createInbox().receive, suggestNothing);
      await expect(start).rejects.toThrow(PlatformLost);
      await expect(start).rejects.toThrow(words);
      expect(stage.fatal).toEqual([]);
    },
  );

  it.for([false, true])(
    'while Discord cannot be reached, the start is repeated until it succeeds, or is stopped: %s',
    async (isStopped, test) => {
      const stage = await stageOf(test);
      stage.discord.fail({ on: /gateway.bot/, instead: refusal(503, 0, 'down') });
      const started = stage.adapter.start(createInbox().receive, suggestNothing);
      await test.expect.poll(() => kinds(stage), SOON).toContain('unreachable');
      expect(stage.adapter.isConnected()).toBe(false);
      if (isStopped) {
        const ended = expect(started).rejects.toMatchObject({ name: 'AbortError' });
        await Promise.all([stage.adapter.stop(), ended]);
      } else {
        stage.discord.clock.skip(5_000);
        await started;
      }
      expect(stage.adapter.isConnected()).toBe(!isStopped);
    },
  );
});

describe.concurrent('no answer of Discord', () => {
  it.for([
    ['a proxy that refuses', new ConnectionFailed('the proxy said 407'), 'the proxy said 407'],
    ['a host without a name', Object.assign(new Error(), { code: 'ENOTFOUND' }), 'ENOTFOUND'],
    [
      'a certificate that is over',
      Object.assign(new Error(), { code: 'CERT_HAS_EXPIRED' }),
      'CERT_HAS_EXPIRED',
    ],
    ['a time-out', new DOMException('too long', 'TimeoutError'), 'too long'],
    ['a call that is broken off', new DOMException('broken off', 'AbortError'), 'broken off'],
    ['a failed fetch', new TypeError('fetch failed', { cause: errnoError }), 'ECONNRESET'],
  ] as const)('%s may work later', ([, error, reason]) => {
    const failure = { code: 'unreachable', message: reason };
    expect(toDiscordFailure(error)).toMatchObject(failure);
  });

  it.for([
    new TypeError('undefined is not a function'),
    new Error('a command without words'),
    Object.assign(new TypeError('the argument'), { code: 'ERR_INVALID_ARG_TYPE' }),
    Object.assign(new Error('the argument'), { code: 'UND_ERR_INVALID_ARG' }),
    Object.assign(new Error('the client'), { code: 'ClientNotReady' }),
  ])('%s is a bug, and stays as it is', (bug) => {
    expect(() => toDiscordFailure(bug)).toThrow(bug);
  });
});

describe.concurrent('acknowledging a command', () => {
  it.for([
    [
      'Discord no longer knows it',
      refusal(404, 10_062, 'Unknown interaction'),
      'unknown-interaction',
    ],
    [
      'another process has acknowledged it',
      refusal(400, 40_060, 'already acknowledged'),
      'acknowledged-elsewhere',
    ],
  ] as const)(
    'a command is not accepted, and the log says so, if %s',
    async ([, instead, kind], test) => {
      const stage = await connected(test);
      stage.discord.fail({ on: CALLBACK, instead });
      ask(stage);
      await test.expect.poll(() => kinds(stage)).toEqual([kind]);
      const { id } = ask(stage);
      expect((await stage.inbox.received()).request.id).toContain(id);
    },
  );

  it.for([
    ['got a wrong response', { instead: { status: 500 }, actedOn: true }],
    ['was not sent', { instead: 'reset' }],
  ] as const)(
    'a command is accepted once, although the first acknowledgement %s',
    async ([, fault], test) => {
      const stage = await connected(test);
      stage.discord.fail({ on: CALLBACK, ...fault });
      ask(stage);
      await (await stage.inbox.received()).show(news, last);
      expect(stage.discord.shownTo(ASKER)).toBe('News');
      expect(kinds(stage)).toEqual([]);
    },
  );
});

describe.concurrent('a reply that cannot be shown', () => {
  it('is logged once a minute, without a token, a URL or an IMEI', async (test) => {
    const stage = await connected(test);
    stage.discord.fail({ on: EDIT, instead: refusal(400, 50_035, 'Invalid Form Body'), times: 9 });
    ask(stage);
    const { show, request } = await stage.inbox.received();
    const fail = () => show(replyOf({ summary: IMEI }), last).catch((error: unknown) => error);
    const error = await fail();
    expect(error).toMatchObject({ code: 'rejected' });
    await fail();
    stage.discord.clock.skip(61_000);
    await fail();
    expect(kinds(stage)).toEqual(['rejected', 'rejected']);
    const all = `${stage.logged.join('')} ${JSON.stringify(error)} ${String(error)}`;
    for (const secret of [TOKEN, String(request.target.token), IMEI]) {
      expect(all).not.toContain(secret);
    }
  });
});
