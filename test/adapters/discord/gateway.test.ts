import { describe, expect, it, type TestContext, vi } from 'vitest';
import { DiscordStartError } from '../../../src/adapters/discord/start-error.ts';
import { IDENTIFY, RESUME } from '../../support/discord/gateway.ts';
import { refusal } from '../../support/discord/routes.ts';
import { suggestNothing } from '../../support/suggest-nothing.ts';
import { createInbox, type DiscordStage, type Inbox, stageDiscord } from './stage.ts';

/** Discord lets a bot identify once in 5 s, which the library keeps. */
const SOON = { timeout: 9_000 };

type Fake = { readonly heartbeatMs?: number };

const stageOf = async ({ onTestFinished }: TestContext, fake: Fake = {}): Promise<DiscordStage> => {
  const stage = await stageDiscord({}, fake);
  onTestFinished(stage.close);
  return stage;
};

const connected = async (test: TestContext, fake: Fake = {}): Promise<DiscordStage & { inbox: Inbox }> => {
  const stage = await stageOf(test, fake);
  const inbox = createInbox();
  await stage.adapter.start(inbox.receive, suggestNothing);
  return { ...stage, inbox };
};
const kinds = ({ logged }: DiscordStage): (string | undefined)[] => logged.map(({ discord }) => discord);

describe.concurrent('the connection for events', () => {
  it('asks for messages alone, which need no permission, and for the gateway only the REST interface names', async (test) => {
    const { discord, adapter } = await connected(test);
    expect(discord.gateway.identified).toEqual([expect.objectContaining({ intents: (1 << 9) | (1 << 12) })]);
    expect(adapter.connected()).toBe(true);
  });

  it('makes as many shards in this process as Discord recommends', async (test) => {
    const stage = await stageOf(test);
    stage.discord.world.shards = 2;
    await stage.adapter.start(createInbox().receive, suggestNothing);
    expect(stage.discord.gateway.identified).toMatchObject([{ shard: [0, 2] }, { shard: [1, 2] }]);
    expect(stage.adapter.connected()).toBe(true);
  });

  it.for([
    ['breaks', (stage: DiscordStage) => stage.discord.gateway.drop()],
    ['is closed with an unknown error', (stage: DiscordStage) => stage.discord.gateway.close(4_000)],
    ['is asked to reconnect', (stage: DiscordStage) => stage.discord.gateway.say(7)],
  ] as const)('GIVEN it %s THEN it resumes and takes what was missed', async ([, trouble], test) => {
    const stage = await connected(test);
    trouble(stage);
    stage.discord.command('imei', { imei: '1' });
    await vi.waitFor(() => expect(stage.inbox).toHaveLength(1), SOON);
    await vi.waitFor(() => expect(stage.discord.gateway.received).toEqual([IDENTIFY, RESUME]), SOON);
    await vi.waitFor(() =>
      expect(kinds(stage)).toEqual(expect.arrayContaining(['gateway-dropped', 'gateway-resumed'])),
    );
    expect(stage.fatal).toEqual([]);
  });

  it('GIVEN the session is invalid THEN it begins a new one and says what was lost', async (test) => {
    const stage = await connected(test);
    stage.discord.gateway.say(9);
    await vi.waitFor(() => expect(kinds(stage)).toContain('session-lost'), SOON);
    stage.discord.command('imei', { imei: '1' });
    await vi.waitFor(() => expect(stage.inbox).toHaveLength(1), SOON);
    expect(stage.discord.gateway.received).toEqual([IDENTIFY, IDENTIFY]);
  });

  it('GIVEN heartbeats are not answered THEN it connects anew', async (test) => {
    const stage = await connected(test, { heartbeatMs: 100 });
    stage.discord.gateway.deaf = true;
    await vi.waitFor(() => expect(stage.discord.gateway.received).toContain(RESUME), SOON);
    stage.discord.gateway.deaf = false;
    stage.discord.command('imei', { imei: '1' });
    await vi.waitFor(() => expect(stage.inbox).toHaveLength(1), SOON);
  });

  it('GIVEN Discord is away for a while THEN it comes back by itself', async (test) => {
    const stage = await connected(test);
    const comeBack = stage.discord.leave();
    await vi.waitFor(() => expect(stage.adapter.connected()).toBe(false), SOON);
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    await comeBack();
    await vi.waitFor(() => expect(stage.adapter.connected()).toBe(true), SOON);
    stage.discord.command('imei', { imei: '1' });
    await vi.waitFor(() => expect(stage.inbox).toHaveLength(1), SOON);
  });

  it('GIVEN it is stopped THEN nobody hears of a connection that broke', async (test) => {
    const stage = await connected(test);
    await stage.adapter.stop();
    expect(stage.adapter.connected()).toBe(false);
    expect(kinds(stage)).not.toContain('gateway-dropped');
  });

  it('GIVEN events it cannot read THEN nothing stops', async (test) => {
    const stage = await connected(test);
    const broken = vi.fn();
    process.once('unhandledRejection', broken);
    test.onTestFinished(() => {
      process.off('unhandledRejection', broken);
    });
    stage.discord.gateway.dispatch('INTERACTION_CREATE', { id: '1', type: 2 });
    stage.discord.gateway.dispatch('INTERACTION_CREATE', { id: '1', type: 99 });
    stage.discord.command('imei', { imei: '1' });
    await vi.waitFor(() => expect(stage.inbox).toHaveLength(1), SOON);
    expect(broken).not.toHaveBeenCalled();
  });

  it.for([
    [4_004, /DISCORD_TOKEN/],
    [4_014, /Developer Portal/],
  ] as const)(
    'GIVEN it is closed for good with %i THEN the process is told to end, in words',
    async ([code, words], test) => {
      const stage = await connected(test);
      stage.discord.gateway.close(code);
      await vi.waitFor(() => expect(stage.fatal).toEqual([expect.stringMatching(words)]), SOON);
      expect(stage.adapter.connected()).toBe(false);
    },
  );

  it('GIVEN the token is reset THEN the first call that needs it ends the process, once', async (test) => {
    const stage = await connected(test);
    stage.discord.world.tokenIsGood = false;
    for (const user of ['1', '2']) {
      const title = 'News';
      const reply = { tone: 'good', title, sections: [], actions: [], files: [], private: true } as const;
      expect(await stage.adapter.notify(`discord:user:${user}`, reply)).toBe(false);
    }
    expect(stage.fatal).toEqual([expect.stringContaining('DISCORD_TOKEN')]);
  });
});

describe.concurrent('the start', () => {
  const startError = async (stage: DiscordStage): Promise<DiscordStartError> => {
    const error: unknown = await stage.adapter
      .start(createInbox().receive, suggestNothing)
      .catch((caught: unknown) => caught);
    if (!(error instanceof DiscordStartError)) throw new Error('the start was not refused');
    return error;
  };

  it('GIVEN a wrong token THEN it is refused in words that say what to do', async (test) => {
    const stage = await stageOf(test);
    stage.discord.world.tokenIsGood = false;
    const { code, message } = await startError(stage);
    expect(code).toBe('token-refused');
    expect(message).toContain('DISCORD_TOKEN');
    expect(stage.fatal).toEqual([]);
  });

  it.for([
    [4_004, 'token-refused'],
    [4_014, 'gateway-refused'],
  ] as const)('GIVEN the gateway closes with %i THEN it is refused', async ([code, problem], test) => {
    const stage = await stageOf(test);
    stage.discord.gateway.refuseWith = code;
    expect((await startError(stage)).code).toBe(problem);
  });

  it('GIVEN few session starts are left THEN it connects not once more', async (test) => {
    const stage = await stageOf(test);
    stage.discord.world.sessionStarts = 49;
    const { code, message } = await startError(stage);
    expect(code).toBe('few-session-starts');
    expect(message).toMatch(/only 49 more connections until \d{4}-.*resets the token/);
    expect(stage.discord.gateway.received).toEqual([]);
  });

  it('GIVEN just enough session starts THEN it connects', async (test) => {
    const stage = await stageOf(test);
    stage.discord.world.sessionStarts = 50;
    await stage.adapter.start(createInbox().receive, suggestNothing);
  });

  it('GIVEN Discord cannot be reached THEN it tries again until it can', async (test) => {
    const stage = await stageOf(test);
    stage.discord.fail({ on: /gateway.bot/, instead: refusal(503, 0, 'down'), times: 3 });
    const started = stage.adapter.start(createInbox().receive, suggestNothing);
    await vi.waitFor(() => expect(kinds(stage)).toContain('gateway-unreachable'), SOON);
    stage.discord.clock.skip(5_000);
    await started;
    expect(stage.adapter.connected()).toBe(true);
  });

  it('GIVEN it is stopped while Discord cannot be reached THEN it ends', async (test) => {
    const stage = await stageOf(test);
    stage.discord.fail({ on: /gateway.bot/, instead: refusal(503, 0, 'down'), times: 99 });
    const started = stage.adapter.start(createInbox().receive, suggestNothing);
    await vi.waitFor(() => expect(kinds(stage)).toContain('gateway-unreachable'), SOON);
    await stage.adapter.stop();
    await expect(started).rejects.toMatchObject({ name: 'AbortError' });
  });
});
