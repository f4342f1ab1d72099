import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ReplyTarget, Show } from '../../../src/core/adapter.ts';
import { sayIn } from '../../../src/format/words/say.ts';
import { ASKER, CHANNEL, OTHER } from '../../support/discord/fake.ts';
import { answerCall } from '../../support/discord/routes.ts';
import { suggestNothing } from '../../support/suggest-nothing.ts';
import { button, createInbox, type DiscordStage, type Inbox, replyOf, stageDiscord } from './stage.ts';

const en = sayIn('en');
const IMEI = '490154203237518';
const FILE = { name: 'list.csv', contentType: 'text/csv', data: new TextEncoder().encode('1;2') };
const last = { last: true } as const;

let stage: DiscordStage;
let inbox: Inbox;
beforeEach(async () => {
  stage = await stageDiscord();
  inbox = createInbox();
  await stage.adapter.start(inbox.receive, suggestNothing);
});
afterEach(() => stage.close());

const said = async (saying: Parameters<DiscordStage['discord']['say']>[1] = {}, text = IMEI) => {
  const before = inbox.length;
  stage.discord.say(text, saying);
  return vi.waitFor(
    () => {
      const newest = inbox[before];
      if (newest === undefined) throw new Error('nothing was received');
      return newest;
    },
    { timeout: 5_000 },
  );
};
const MENTION = { channel: CHANNEL, mention: 'bot' } as const;
const shownTo = (user: string) => stage.discord.shownTo(user);
const sends = () => stage.discord.calls(/^POST \/channels\/\d+\/messages$/);
const restarted = async (target: ReplyTarget, beside?: ReplyTarget): Promise<Show> => {
  const show = await stage.restarted().reopen(JSON.parse(JSON.stringify(target)), beside);
  if (show === undefined) throw new Error('there is no way back');
  return show;
};

describe('the answer to a message on Discord', () => {
  it('replies to the message, and pings nobody', async () => {
    const { show, request } = await said();
    await show(replyOf({ title: '@everyone <@1>' }), last);
    expect(sends()[0]?.body).toMatchObject({
      message_reference: { message_id: request.target.question, fail_if_not_exists: false },
    });
    expect(sends()[0]?.body).toHaveProperty('allowed_mentions', { parse: [] });
  });

  it('shows that the bot is typing instead of a placeholder, until that has lasted for a second', async () => {
    const { show } = await said();
    void show(replyOf({ title: 'Asking', placeholder: true }), { last: false });
    await expect.poll(() => stage.discord.world.typed).toEqual([]);
    stage.discord.clock.skip(200);
    await expect.poll(() => stage.discord.world.typed).toEqual([`9${ASKER}`]);
    expect(sends()).toEqual([]);
    stage.discord.clock.skip(1_000);
    await expect.poll(() => shownTo(ASKER)).toBe('Asking');
    await show(replyOf({ title: 'Answered' }), last);
    expect(shownTo(ASKER)).toBe('Answered');
    expect(sends()).toHaveLength(1);
  });

  it('types no more once it is left', async () => {
    const { show } = await said();
    const leave = new AbortController();
    await show(replyOf({ title: 'Waiting' }), { last: false, ended: leave.signal });
    await expect.poll(() => stage.discord.world.typed).not.toEqual([]);
    leave.abort();
    const typed = stage.discord.world.typed.length;
    stage.discord.clock.skip(20_000);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(stage.discord.world.typed).toHaveLength(typed);
  });

  it('shows that the bot is typing once in a channel, however many wait there', async () => {
    const shows = [await said(MENTION), await said(MENTION), await said(MENTION)];
    for (const { show } of shows) void show(replyOf({ placeholder: true }), { last: false });
    stage.discord.clock.skip(200);
    await expect.poll(() => stage.discord.world.typed).toHaveLength(1);
    await Promise.all(shows.map(({ show }) => show(replyOf({}), last)));
    expect(stage.discord.world.typed).toHaveLength(1);
  });

  it('leaves what Discord allows in a channel to answers: progress of all replies there waits for each other', async () => {
    const [first, second] = [await said(MENTION), await said(MENTION)];
    await first.show(replyOf({ title: 'First, halfway' }), { last: false });
    const waiting = second.show(replyOf({ title: 'Second, halfway' }), { last: false });
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(sends()).toHaveLength(1);
    await second.show(replyOf({ title: 'Second, answered' }), last);
    await waiting;
    expect(shownTo(OTHER)).toMatch(/First, halfway[\s\S]*Second, answered/);
    expect(sends()).toHaveLength(2);
  });

  it('is sent once, though its first attempt was lost after Discord had acted on it', {
    timeout: 10_000,
  }, async () => {
    const { show } = await said();
    stage.discord.fail({ on: /messages$/, instead: 'reset', actedOn: true });
    await show(replyOf({ title: 'Answered' }), last);
    expect(shownTo(ASKER)).toBe('Answered');
    expect(stage.discord.world.messages).toHaveLength(1);
  });

  it('is sent once, also by the process that takes it over', async () => {
    const { show, request } = await said();
    await show(replyOf({ title: 'Answered' }), last);
    await (await restarted(request.target))(replyOf({ title: 'Answered' }), last);
    expect(stage.discord.world.messages).toHaveLength(1);
  });

  it('takes the place of its placeholder, also after a restart', async () => {
    const { show } = await said(MENTION);
    const target = await show(replyOf({ title: 'Waiting' }), { last: false });
    await (await restarted(target))(replyOf({ title: 'After the restart' }), last);
    expect(shownTo(OTHER)).toBe('After the restart');
  });

  it('is not lost when the placeholder was sent, and its id was not written down', async () => {
    const { show, request } = await said();
    await show(replyOf({ title: 'Waiting' }), { last: false });
    await (await restarted(request.target))(replyOf({ title: 'Answered' }), last);
    expect(shownTo(ASKER)).toBe('Answered');
  });

  it.each([
    ['has made', true],
    ['makes later', false],
  ])('takes the place of the first state that Discord %s though it did not answer', async (_, actedOn) => {
    const { show } = await said(MENTION);
    stage.discord.fail({ on: /messages$/, instead: 'reset', actedOn, times: 3 });
    await expect(show(replyOf({ title: 'Waiting' }), { last: false })).rejects.toThrow();
    await show(replyOf({ title: 'Answered', files: [FILE] }), last);
    const [late] = sends();
    if (late !== undefined) answerCall(stage.discord.world, late);
    expect(shownTo(OTHER)).toBe('Answered\n(list.csv)');
  });

  it('is sent anew where somebody has deleted its placeholder', async () => {
    const { show } = await said(MENTION);
    await show(replyOf({ title: 'Waiting' }), { last: false });
    stage.discord.world.messages.length = 0;
    await show(replyOf({ title: 'Answered' }), last);
    expect(shownTo(OTHER)).toBe('Answered');
  });

  it('offers to show it to everyone only where others are', async () => {
    const actions = [button('Show to everyone', 'g.share', { opens: 'new', shares: true })];
    const { show } = await said();
    await show(replyOf({ title: 'Answered', actions }), last);
    expect(shownTo(ASKER)).toBe('Answered');
    stage.discord.command('imei', { imei: '1' });
    await expect.poll(() => inbox).toHaveLength(2);
    await inbox[1]?.show(replyOf({ title: 'Answered', actions }), last);
    expect(shownTo(ASKER)).toContain('[Show to everyone]');
  });

  it('that only its asker may read comes as a direct message', async () => {
    const { show } = await said(MENTION);
    await show(replyOf({ title: 'For admins', private: true }), last);
    expect(shownTo(ASKER)).toBe('For admins');
    expect(shownTo(OTHER)).toBe('');
  });

  it('that only its asker may read says so in place of its placeholder', async () => {
    const { show } = await said(MENTION);
    await show(replyOf({ title: 'Waiting' }), { last: false });
    await show(replyOf({ title: 'The list', private: true, files: [FILE] }), last);
    expect(shownTo(OTHER)).toBe(en('discord.answeredInPrivate'));
    expect(shownTo(ASKER)).toContain('(list.csv)');
  });

  it('that only its asker may read waits for their next command where they take no direct messages', async () => {
    stage.discord.world.closedDms.add(ASKER);
    const { show, request } = await said(MENTION);
    await show(replyOf({ title: 'Waiting' }), { last: false });
    await expect(show(replyOf({ title: 'The list', private: true }), last)).rejects.toThrow();
    expect(shownTo(OTHER)).not.toContain('Waiting');
    expect(shownTo(OTHER)).toContain(en('discord.answerWaits'));
    expect(shownTo(OTHER)).not.toContain('The list');
    expect(await stage.adapter.reopen(request.target)).toBeUndefined();
    stage.discord.command('imei', { imei: '1' });
    await expect.poll(() => inbox).toHaveLength(2);
    await inbox[1]?.show(replyOf({ title: 'Its own' }), last);
    const again = await stage.adapter.reopen(request.target, inbox[1]?.request.target);
    await again?.(replyOf({ title: 'The list', private: true }), last);
    expect(shownTo(ASKER)).toContain('The list');
    expect(shownTo(OTHER)).not.toContain('The list');
  });
});

describe('the answer to a message in a channel where the bot may do less', () => {
  const forbid = (...what: ('send' | 'embed' | 'attach' | 'history')[]) =>
    stage.discord.world.forbidden.set(CHANNEL, what);

  it('does not point to the message where the history may not be read', async () => {
    forbid('history');
    const { show } = await said(MENTION);
    await show(replyOf({ title: 'Waiting' }), { last: false });
    await show(replyOf({ title: 'Answered' }), last);
    expect(shownTo(OTHER)).toBe('Answered');
  });

  it('is plain text where embeds may not be sent, and not too long', async () => {
    forbid('embed');
    const { show } = await said(MENTION);
    const lines = Array.from({ length: 60 }, (_, index) => `${index}. ${'x'.repeat(80)}`);
    const actions = [button('Full details', 'g.full')];
    await show(replyOf({ title: 'Answered', sections: [{ fields: [], lines }], actions }), last);
    expect(shownTo(OTHER)).toMatch(/Answered[\s\S]*x…[\s\S]*\[Full details\]/);
  });

  it('says that its file could not be sent where files may not be, and offers it again', async () => {
    forbid('attach');
    const { show } = await said(MENTION);
    const actions = [{ ...button('Send it again', 'g.file'), ifUnsent: true as const }];
    await show(replyOf({ title: 'Answered', files: [FILE], actions }), last);
    expect(shownTo(OTHER)).toContain(en('files.unsent'));
    expect(shownTo(OTHER)).toContain('[Send it again]');
  });

  it('leaves nothing that says it is under way where the bot may not write any more', async () => {
    const { show } = await said(MENTION);
    await show(replyOf({ title: 'Waiting' }), { last: false });
    forbid('send');
    await show(replyOf({ title: 'Answered' }), last);
    expect(shownTo(ASKER)).toBe('Answered');
    expect(shownTo(OTHER)).toBe('');
  });

  it('comes without its file where that is not taken in direct messages either, and says so', async () => {
    forbid('send');
    const { show } = await said(MENTION);
    const tooLarge = { status: 413, body: { code: 40_005, message: 'Request entity too large' } };
    stage.discord.fail({ on: /^POST \/channels\/9\d+\/messages$/, instead: tooLarge });
    await show(replyOf({ title: 'Answered', files: [FILE] }), last);
    expect(shownTo(ASKER)).toContain(`Answered\n${en('files.unsent')}`);
  });

  it('comes as a direct message where the bot may not write at all', async () => {
    forbid('send');
    const { show } = await said(MENTION);
    await expect(show(replyOf({ title: 'Waiting' }), { last: false })).rejects.toThrow();
    await show(replyOf({ title: 'Answered' }), last);
    expect(shownTo(ASKER)).toBe('Answered');
    expect(shownTo(OTHER)).toBe('');
  });

  it('waits where its asker has blocked the bot, and comes when they write again', async () => {
    stage.discord.world.closedDms.add(ASKER);
    const { show, request } = await said();
    await expect(show(replyOf({ title: 'Answered' }), last)).rejects.toThrow();
    expect(await stage.adapter.reopen(request.target)).toBeUndefined();
    stage.discord.world.closedDms.clear();
    const next = await said();
    const again = await stage.adapter.reopen(request.target, next.request.target);
    await again?.(replyOf({ title: 'Answered' }), last);
    expect(shownTo(ASKER)).toBe('Answered');
  });
});
