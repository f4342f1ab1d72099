import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ASKER } from '../../support/discord/fake.ts';
import { refusal } from '../../support/discord/routes.ts';
import { TOKEN } from '../../support/discord/world.ts';
import { isNight } from '../../support/nightly.ts';
import { suggestNothing } from '../../support/suggest-nothing.ts';
import { createInbox, type DiscordStage, type Inbox, replyOf, stageDiscord } from './stage.ts';

const CALLBACK = /callback$/;
const EDIT = /^PATCH/;
const MOST_ATTEMPT_MS = 1_400;
const last = { last: true } as const;

let stage: DiscordStage;
let inbox: Inbox;
beforeEach(async () => {
  stage = await stageDiscord();
  inbox = createInbox();
  await stage.adapter.start(inbox.receive, suggestNothing);
});
afterEach(() => stage.close());

const ask = () => stage.discord.command('imei', { imei: '490154203237518' });
const received = (count = 1) =>
  vi.waitFor(
    () => {
      const newest = inbox[count - 1];
      if (newest === undefined) throw new Error('nothing was received');
      return newest;
    },
    { timeout: 3_000 },
  );
const logged = (kind: string) => stage.logged.filter(({ discord }) => discord === kind);
/**
 * Resolves when two time-outs are over that are as long as attempts may be, of which two are to end within 3 s with something
 * left for the way. A busy machine is as late for these as for those of the attempts.
 */
const twoTimeOuts = async (): Promise<void> => {
  await expect.poll(() => stage.discord.calls(CALLBACK), { interval: 1 }).not.toHaveLength(0);
  for (let count = 0; count < 2; count += 1) await delay(MOST_ATTEMPT_MS);
};
/** Resolves when this was logged, which it must be once, in words that say what to do. */
const told = (kind: string) =>
  vi.waitFor(
    () => {
      expect(logged(kind)).toHaveLength(1);
      expect(logged(kind)[0]?.msg).toMatch(
        /Nothing to do|look at|Look|give its role|report|waits|kept|too busy/,
      );
    },
    { timeout: 4_000 },
  );

describe('acknowledging a command', () => {
  it('GIVEN Discord no longer knows it THEN it is not accepted', async () => {
    stage.discord.fail({ on: CALLBACK, instead: refusal(404, 10_062, 'Unknown interaction') });
    ask();
    await told('unknown-interaction');
    expect(inbox).toHaveLength(0);
    ask();
    await received();
  });

  it('GIVEN it comes later than 3 s THEN it is not accepted', async () => {
    const { world, gateway } = stage.discord;
    const old = world.begin({ user: ASKER, channel: '5' });
    stage.discord.clock.skip(3_100);
    gateway.dispatch('INTERACTION_CREATE', {
      ...old,
      type: 2,
      application_id: '2',
      channel: { id: '5' },
      user: { id: ASKER },
      data: { type: 1, name: 'imei' },
    });
    await told('unknown-interaction');
    expect(inbox).toHaveLength(0);
  });

  it('GIVEN the response was lost and the second attempt meets 40060 THEN it is accepted, once', async () => {
    stage.discord.fail({ on: CALLBACK, instead: { status: 500 }, actedOn: true });
    ask();
    const { show } = await received();
    await told('already-acknowledged');
    await show(replyOf({ title: 'Answer' }), last);
    expect(stage.discord.shownTo(ASKER)).toBe('Answer');
    expect(inbox).toHaveLength(1);
  });

  it('GIVEN somebody else has acknowledged it THEN it is left to them, and the operator is told whom to look for', async () => {
    stage.discord.fail({
      on: CALLBACK,
      instead: refusal(400, 40_060, 'Interaction has already been acknowledged.'),
    });
    ask();
    await told('acknowledged-elsewhere');
    expect(logged('acknowledged-elsewhere')[0]?.msg).toContain('same DISCORD_TOKEN');
    expect(logged('already-acknowledged')).toHaveLength(0);
    expect(inbox).toHaveLength(0);
    ask();
    await received();
  });

  it.each(['hang', 'reset'] as const)(
    'GIVEN one attempt ends in a %s THEN the next is still in time',
    async (instead) => {
      stage.discord.fail({ on: CALLBACK, instead });
      ask();
      await twoTimeOuts();
      expect(inbox).toHaveLength(1);
    },
  );

  it.runIf(isNight)(
    'GIVEN no attempt is answered THEN it is given up within 3 s and not accepted',
    async () => {
      stage.discord.fail({ on: CALLBACK, instead: 'hang', times: 9 });
      ask();
      await twoTimeOuts();
      expect(logged('not-acknowledged')).toHaveLength(1);
      expect(stage.discord.calls(CALLBACK)).toHaveLength(2);
      expect(inbox).toHaveLength(0);
    },
  );

  it('GIVEN a rate limit THEN it does not wait for it', async () => {
    const body = { message: 'You are being rate limited.', retry_after: 20, global: false };
    stage.discord.fail({ on: CALLBACK, instead: { status: 429, body, headers: { 'retry-after': '20' } } });
    ask();
    await told('not-acknowledged');
    await told('rate-limited');
    expect(inbox).toHaveLength(0);
  });

  it('GIVEN the same event comes again THEN it is handed on with the same id, and not refused by Discord', async () => {
    const interaction = ask();
    await received();
    stage.discord.repeat(interaction);
    await received(2);
    expect(inbox[1]?.request.id).toBe(inbox[0]?.request.id);
    await told('already-acknowledged');
  });
});

describe('showing a reply', () => {
  it.each([true, false])('GIVEN a 429 (global: %s) THEN it waits and shows it', async (global) => {
    const body = { message: 'You are being rate limited.', retry_after: 0.3, global };
    const headers = {
      'retry-after': '0.3',
      'x-ratelimit-scope': global ? 'global' : 'user',
      ...(global && { 'x-ratelimit-global': 'true' }),
    };
    stage.discord.fail({ on: EDIT, instead: { status: 429, body, headers } });
    ask();
    const { show } = await received();
    await show(replyOf({ title: 'Answer' }), last);
    expect(stage.discord.shownTo(ASKER)).toBe('Answer');
    await told('rate-limited');
  });

  it.each([{ status: 503 }, 'reset'] as const)('GIVEN %j once THEN it tries again', async (instead) => {
    stage.discord.fail({ on: EDIT, instead });
    ask();
    const { show } = await received();
    await show(replyOf({ title: 'Answer' }), last);
    expect(stage.discord.shownTo(ASKER)).toBe('Answer');
  });

  it('GIVEN 5xx all the time THEN it rejects, so that the request stays open, and can be shown later', async () => {
    stage.discord.fail({ on: EDIT, instead: { status: 503 }, times: 3 });
    ask();
    const { show, request } = await received();
    await expect(show(replyOf({}), last)).rejects.toMatchObject({ code: 'server-error' });
    await told('server-error');
    await (await stage.adapter.reopen(request.target))?.(replyOf({ title: 'Answer' }), last);
    expect(stage.discord.shownTo(ASKER)).toBe('Answer');
  });

  it('GIVEN missing permissions THEN they are named, and nothing stops', async () => {
    stage.discord.fail({ on: EDIT, instead: refusal(403, 50_013, 'Missing Permissions') });
    ask();
    const { show } = await received();
    await expect(show(replyOf({}), last)).rejects.toMatchObject({ code: 'forbidden' });
    await told('forbidden');
    expect(logged('forbidden')[0]?.msg).toContain('Send Messages');
  });

  it('GIVEN any failure THEN neither its error nor the log gives away a token, an address or an IMEI', async () => {
    stage.discord.fail({ on: EDIT, instead: refusal(400, 50_035, 'Invalid Form Body') });
    ask();
    const { show, request } = await received();
    const lead = '490154203237518';
    const error: unknown = await show(replyOf({ summary: lead }), last).catch((fault: unknown) => fault);
    expect(error).toMatchObject({ code: 'payload-refused' });
    const all = `${stage.logText()} ${JSON.stringify(error)} ${String(error)}`;
    for (const secret of [TOKEN, String(request.target.token), lead]) expect(all).not.toContain(secret);
  });

  it('GIVEN the same trouble again and again THEN it is logged once, and later how often it came', async () => {
    stage.discord.fail({ on: EDIT, instead: refusal(403, 50_013, 'Missing Permissions'), times: 4 });
    const fail = async (count: number) => {
      ask();
      const { show } = await received(count);
      await show(replyOf({}), last).catch(() => undefined);
    };
    for (const count of [1, 2, 3]) await fail(count);
    expect(logged('forbidden')).toHaveLength(1);
    stage.discord.clock.skip(61_000);
    await fail(4);
    expect(logged('forbidden')[1]).toMatchObject({ alsoBefore: 2 });
  });
});
