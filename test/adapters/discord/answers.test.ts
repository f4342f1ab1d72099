import { describe, expect, it } from 'vitest';
import { sayIn } from '../../../src/format/words/say.ts';
import { ASKER, CHANNEL, OTHER } from '../../support/discord/fake.ts';
import { suggestNothing } from '../../support/suggest-nothing.ts';
import { button, createInbox, type DiscordStage, replyOf, useStarted } from './stage.ts';

const en = sayIn('en');
const IMEI = '490154203237518';
const FILE = { name: 'list.csv', contentType: 'text/csv', data: new TextEncoder().encode('1;2') };
const MENTION = { channel: CHANNEL, mention: 'bot' } as const;
const last = { last: true } as const;

const on = useStarted();
const said = (saying: Parameters<DiscordStage['discord']['say']>[1] = {}) => {
  on.stage.discord.say(IMEI, saying);
  return on.inbox.received(on.inbox.length + 1);
};
const shownTo = (user: string) => on.stage.discord.shownTo(user);
const sends = () => on.stage.discord.calls(/^POST \/channels\/\d+\/messages$/);
/** Another process, which has taken over. */
const restarted = async () => {
  const adapter = on.stage.restarted();
  await adapter.start(createInbox().receive, suggestNothing);
  return adapter;
};

describe('the answer to a message on Discord', () => {
  it('replies to the message, and pings nobody', async () => {
    const { id } = on.stage.discord.say(IMEI);
    await (await on.inbox.received()).show(replyOf({ title: '@everyone <@1>' }), last);
    expect(sends()[0]?.body).toMatchObject({
      message_reference: { message_id: id, fail_if_not_exists: false },
      allowed_mentions: { parse: [], replied_user: false },
    });
  });

  it('shows that the bot is typing instead of a placeholder, until that has lasted for a second', async () => {
    const { show } = await said();
    void show(replyOf({ title: 'Asking', placeholder: true }), { last: false });
    on.stage.discord.clock.skip(200);
    await expect.poll(() => on.stage.discord.world.typed).toEqual([`9${ASKER}`]);
    expect(sends()).toEqual([]);
    on.stage.discord.clock.skip(1_000);
    await expect.poll(() => shownTo(ASKER)).toBe('Asking');
    await show(replyOf({ title: 'Answered' }), last);
    expect(shownTo(ASKER)).toBe('Answered');
    expect(sends()).toHaveLength(1);
  });

  it('is sent once, though the first attempt got no answer, also by the process that takes over', async () => {
    const { show, request } = await said();
    on.stage.discord.fail({ on: /messages$/, instead: 'reset', actedOn: true });
    await show(replyOf({ title: 'Answered' }), last);
    const again = await (await restarted()).reopen(JSON.parse(JSON.stringify(request.target)));
    await again?.(replyOf({ title: 'Answered' }), last);
    expect(sends().length).toBeGreaterThan(1);
    expect(on.stage.discord.world.messages).toHaveLength(1);
  });

  it('takes the place of its placeholder, also after a restart', async () => {
    const { show } = await said(MENTION);
    const target = await show(replyOf({ title: 'Waiting' }), { last: false });
    const again = await (await restarted()).reopen(JSON.parse(JSON.stringify(target)));
    await again?.(replyOf({ title: 'After the restart' }), last);
    expect(shownTo(OTHER)).toBe('After the restart');
  });

  it('takes the place of its placeholder, though nothing was heard of sending that', async () => {
    const { show } = await said(MENTION);
    on.stage.discord.fail({ on: /messages$/, instead: 'reset', actedOn: true });
    await show(replyOf({ title: 'Waiting' }), { last: false });
    await show(replyOf({ title: 'Answered' }), last);
    expect(shownTo(OTHER)).toBe('Answered');
  });

  it('is sent again if somebody has deleted its placeholder', async () => {
    const { show } = await said(MENTION);
    await show(replyOf({ title: 'Waiting' }), { last: false });
    on.stage.discord.world.messages.length = 0;
    await show(replyOf({ title: 'Answered' }), last);
    expect(shownTo(OTHER)).toBe('Answered');
  });

  it('offers to show it to everyone only if others are there', async () => {
    const actions = [button('Show to everyone', 'g.share', { opens: 'new', shares: true })];
    const { show } = await said();
    await show(replyOf({ title: 'Answered', actions }), last);
    expect(shownTo(ASKER)).toBe('Answered');
    on.stage.discord.command('imei', { imei: '1' });
    await (await on.inbox.received(2)).show(replyOf({ title: 'Answered', actions }), last);
    expect(shownTo(ASKER)).toContain('[Show to everyone]');
  });

  it('that only its asker may read comes as a direct message, and its placeholder says so', async () => {
    const { show } = await said(MENTION);
    await show(replyOf({ title: 'Waiting' }), { last: false });
    await show(replyOf({ title: 'The list', private: true, files: [FILE] }), last);
    expect(shownTo(OTHER)).toBe(en('discord.answeredInPrivate'));
    expect(shownTo(ASKER)).toContain('The list\n(list.csv)');
  });

  it('that only its asker may read waits for their next command if they accept no direct messages', async () => {
    on.stage.discord.world.closedDms.add(ASKER);
    const { show, request } = await said(MENTION);
    await show(replyOf({ title: 'Waiting' }), { last: false });
    await expect(show(replyOf({ title: 'The list', private: true }), last)).rejects.toThrow();
    expect(shownTo(OTHER)).toBe(en('discord.answerWaits'));
    expect(await on.stage.adapter.reopen(request.target)).toBeUndefined();
    on.stage.discord.command('imei', { imei: '1' });
    const next = await on.inbox.received(2);
    await next.show(replyOf({ title: 'Its own' }), last);
    const again = await on.stage.adapter.reopen(request.target, next.request.target);
    await again?.(replyOf({ title: 'The list', private: true }), last);
    expect(shownTo(ASKER)).toContain('The list');
    expect(shownTo(OTHER)).not.toContain('The list');
  });

  it('waits if its asker has blocked the bot, and comes when they write again', async () => {
    on.stage.discord.world.closedDms.add(ASKER);
    const { show, request } = await said();
    await expect(show(replyOf({ title: 'Answered' }), last)).rejects.toThrow();
    expect(await on.stage.adapter.reopen(request.target)).toBeUndefined();
    on.stage.discord.world.closedDms.clear();
    const next = await said();
    const again = await on.stage.adapter.reopen(request.target, next.request.target);
    await again?.(replyOf({ title: 'Answered' }), last);
    expect(shownTo(ASKER)).toBe('Answered');
  });
});

describe('the answer to a message in a channel where the bot may do less', () => {
  it('is text without Embed Links, and what does not fit is in a file', async () => {
    on.stage.discord.forbid(CHANNEL, 'embed');
    const { show } = await said(MENTION);
    const lines = Array.from({ length: 60 }, (_, index) => `${index}. ${'👩‍👧'.repeat(9)}`);
    const actions = [button('Full details', 'g.full')];
    await show(
      replyOf({ title: 'Answered', sections: [{ fields: [], lines }], note: '_A note_', actions }),
      last,
    );
    const { text = '' } = on.stage.discord.world.messages[0]?.files[0] ?? {};
    expect(shownTo(OTHER)).toMatch(
      /^Answered\n[\s\S]*the whole answer is in the attached file[\s\S]*_A note_\n\[Full details\]\n\(answer\.txt\)$/,
    );
    expect(shownTo(OTHER).match(/👩‍👧/gu)?.length).toBeGreaterThan(200);
    expect(text).toContain(lines.at(-1));
  });

  it('is no reply without Read Message History', async () => {
    on.stage.discord.forbid(CHANNEL, 'history');
    const { show } = await said(MENTION);
    await show(replyOf({ title: 'Answered' }), last);
    expect(shownTo(OTHER)).toBe('Answered');
  });

  it.each([50_006, 160_002])('comes as a direct message if Discord answers %i', async (code) => {
    const { show } = await said(MENTION);
    on.stage.discord.fail({ on: /messages$/, instead: { status: 400, body: { code, message: 'No' } } });
    await show(replyOf({ title: 'Answered' }), last);
    expect(shownTo(ASKER)).toBe('Answered');
    expect(shownTo(OTHER)).toBe('');
  });

  it('says that its file could not be sent without Attach Files, and offers it again', async () => {
    on.stage.discord.forbid(CHANNEL, 'attach');
    const { show } = await said(MENTION);
    const actions = [{ ...button('Send it again', 'g.file'), ifUnsent: true as const }];
    await show(replyOf({ title: 'Answered', files: [FILE], actions }), last);
    expect(shownTo(OTHER)).toContain(en('files.unsent'));
    expect(shownTo(OTHER)).toContain('[Send it again]');
  });

  it('comes as a direct message if the bot may not write at all, without a file that Discord refuses', async () => {
    on.stage.discord.forbid(CHANNEL, 'send');
    const { show } = await said(MENTION);
    await expect(show(replyOf({ title: 'Waiting' }), { last: false })).rejects.toThrow();
    const tooLarge = { status: 413, body: { code: 40_005, message: 'Request entity too large' } };
    on.stage.discord.fail({ on: /^POST \/channels\/9\d+\/messages$/, instead: tooLarge });
    await show(replyOf({ title: 'Answered', files: [FILE] }), last);
    expect(shownTo(ASKER)).toContain(`Answered\n${en('files.unsent')}`);
    expect(shownTo(OTHER)).toBe('');
  });
});
