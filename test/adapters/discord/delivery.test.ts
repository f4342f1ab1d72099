import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ReplyTarget } from '../../../src/core/adapter.ts';
import { sayIn } from '../../../src/format/words/say.ts';
import { ASKER, OTHER, type Scene } from '../../support/discord/fake.ts';
import { suggestNothing } from '../../support/suggest-nothing.ts';
import { button, createInbox, type DiscordStage, type Inbox, replyOf, stageDiscord } from './stage.ts';

const de = sayIn('de');

const MINUTE = 60_000;

let stage: DiscordStage;
let inbox: Inbox;
beforeEach(async () => {
  stage = await stageDiscord();
  inbox = createInbox();
  await stage.adapter.start(inbox.receive, suggestNothing);
});
afterEach(() => stage.close());

const ask = async (options: Record<string, string | boolean> = {}, scene: Scene = {}) => {
  const before = inbox.length;
  stage.discord.command('imei', { imei: '1', ...options }, scene);
  return vi.waitFor(
    () => {
      const newest = inbox[before];
      if (newest === undefined) throw new Error('nothing was received');
      return newest;
    },
    { timeout: 5_000 },
  );
};
const edits = () => stage.discord.calls(/^PATCH/);
const shownTo = (user: string) => stage.discord.shownTo(user);
const late = { last: true } as const;
const reopened = async (target: ReplyTarget, beside?: ReplyTarget) => {
  const show = await stage.restarted().reopen(target, beside);
  if (show === undefined) throw new Error('there is no way back');
  return show;
};

describe('a reply on Discord', () => {
  it('is edited at most once a second while it goes on', async () => {
    const { show } = await ask();
    for (let index = 0; index < 30; index += 1)
      void show(replyOf({ title: `State ${index}.` }), { last: false });
    await expect.poll(() => edits()).toHaveLength(1);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(edits()).toHaveLength(1);
    stage.discord.clock.skip(1_000);
    await expect.poll(() => shownTo(ASKER)).toBe('State 29.');
    expect(edits()).toHaveLength(2);
  });

  it('shows its last state at once, though one before it was shown just now', async () => {
    const { show } = await ask();
    await show(replyOf({ title: 'Waiting' }), { last: false });
    await show(replyOf({ title: 'Answered' }), late);
    expect(shownTo(ASKER)).toBe('Answered');
  });

  it('shows its last state soon, though the edit before it hangs', async () => {
    const { show } = await ask();
    stage.discord.fail({ on: /^PATCH/, instead: 'hang' });
    const waiting = show(replyOf({ title: 'Waiting' }), { last: false }).catch(() => undefined);
    await expect.poll(() => edits()).toHaveLength(1);
    await show(replyOf({ title: 'Answered' }), late);
    await waiting;
    expect(shownTo(ASKER)).toBe('Answered');
  });

  it('shows that the bot is thinking instead of a placeholder, until that has lasted for a second', async () => {
    const { show } = await ask();
    void show(replyOf({ title: 'Asking', placeholder: true }), { last: false });
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(edits()).toEqual([]);
    stage.discord.clock.skip(1_000);
    await expect.poll(() => shownTo(ASKER)).toBe('Asking');
    await show(replyOf({ title: 'Answered' }), late);
    expect(shownTo(ASKER)).toBe('Answered');
  });

  it('is edited without the login of the bot, also after a restart', async () => {
    const { request } = await ask();
    await stage.adapter.stop();
    const show = await reopened(JSON.parse(JSON.stringify(request.target)));
    await show(replyOf({ title: 'After the restart' }), late);
    expect(shownTo(ASKER)).toBe('After the restart');
    expect(edits().map(({ authorized }) => authorized)).toEqual([false]);
  });

  it('pings nobody, and drops the files and buttons of the state before', async () => {
    const { show } = await ask();
    const file = { name: 'list.csv', contentType: 'text/csv', data: new TextEncoder().encode('1;2') };
    await show(replyOf({ files: [file], actions: [button('Stop', 'g.stop')] }), { last: false });
    expect(shownTo(ASKER)).toContain('(list.csv)');
    expect(edits()[0]?.files).toEqual([{ name: 'list.csv', text: '1;2' }]);
    stage.discord.clock.skip(1_000);
    await show(replyOf({ title: 'Done' }), late);
    expect(shownTo(ASKER)).toBe('Done');
    expect(edits().map(({ body }) => body)).toEqual([
      expect.objectContaining({ allowed_mentions: { parse: [] } }),
      expect.objectContaining({ allowed_mentions: { parse: [] }, attachments: [], components: [] }),
    ]);
  });

  it('that only its asker may see is not put where everyone reads', async () => {
    const { show } = await ask({ public: true });
    await show(replyOf({ title: 'This is for admins', private: true }), late);
    expect(shownTo(ASKER)).toBe('This is for admins');
    expect(shownTo(OTHER)).toBe('');
  });

  it('that only its asker may see leaves a shared reply as it is', async () => {
    const { show } = await ask({ public: true });
    await show(replyOf({ title: 'For all', actions: [button('Again', 'g.again')] }), late);
    stage.discord.press('Again');
    await expect.poll(() => inbox).toHaveLength(2);
    await inbox[1]?.show(replyOf({ title: 'This button no longer works', private: true }), late);
    expect(shownTo(OTHER)).toBe('For all\n[Again]');
    expect(shownTo(ASKER)).toContain('This button no longer works');
  });

  it('that only says that a button is over leaves the answer for its asker alone as it is', async () => {
    const { show } = await ask();
    await show(replyOf({ title: 'Only mine', actions: [button('Again', 'g.again')] }), late);
    stage.discord.press('Again');
    await expect.poll(() => inbox).toHaveLength(2);
    await inbox[1]?.show(replyOf({ tone: 'warning', title: 'This button no longer works' }), late);
    expect(shownTo(ASKER)).toBe('Only mine\n[Again]\n\nThis button no longer works');
    // What has begun there ends there.
    stage.discord.press('Again');
    await expect.poll(() => inbox).toHaveLength(3);
    await inbox[2]?.show(replyOf({ title: 'Checking' }), { last: false });
    await inbox[2]?.show(replyOf({ tone: 'bad', title: 'Something broke' }), late);
    expect(shownTo(ASKER)).toBe('Something broke\n\nThis button no longer works');
  });

  it('is sent anew where its message was dismissed meanwhile', async () => {
    const { show } = await ask();
    await show(replyOf({ title: 'Waiting' }), { last: false });
    stage.discord.world.messages.length = 0;
    stage.discord.clock.skip(1_000);
    await show(replyOf({ title: 'Here it is' }), late);
    expect(shownTo(ASKER)).toBe('Here it is');
    expect(shownTo(OTHER)).toBe('');
  });
});

describe('a file that Discord does not take', () => {
  it('is told of, with a button to have it again', async () => {
    const { show } = await ask();
    const data = new TextEncoder().encode('1;2');
    const files = [{ name: 'list.csv', contentType: 'text/csv', data }];
    const actions = [{ ...button('Send the file again', 'g.file'), opens: 'new', ifUnsent: true } as const];
    const body = { code: 40_005, message: 'Request entity too large' };
    stage.discord.fail({ on: /^PATCH/, instead: { status: 413, body } });
    await show(replyOf({ title: 'Answered', summary: 'Here is your table.', files, actions }), late);
    expect(shownTo(ASKER)).toContain('Answered\nI couldn’t send the file.');
    expect(shownTo(ASKER)).toContain('[Send the file again]');
    expect(shownTo(ASKER)).not.toContain('list.csv');
  });

  it.each([
    ['an answer for its asker alone where all can read the question', { public: true }, 0],
    ['an answer that comes late', {}, 16 * MINUTE],
  ])('is left out of %s, which says so', async (_, options, after) => {
    const { show } = await ask(options);
    stage.discord.clock.skip(after);
    const files = [{ name: 'list.csv', contentType: 'text/csv', data: new TextEncoder().encode('1;2') }];
    const body = { code: 40_005, message: 'Request entity too large' };
    stage.discord.fail({ on: /^POST .(?:webhooks|channels)/, instead: { status: 413, body } });
    await show(replyOf({ title: 'Answered', files, private: true }), late);
    expect(shownTo(ASKER)).toContain('Answered\nI couldn’t send the file.');
    expect(shownTo(OTHER)).toBe('');
  });
});

describe('a reply that takes longer than 15 minutes', () => {
  it('says where it will come as soon as its pace tells', async () => {
    const { show } = await ask();
    const state = (done: number) =>
      show(replyOf({ title: 'Checking', progress: { done, total: 500 } }), { last: false });
    await state(0);
    expect(shownTo(ASKER)).not.toContain('direct message');
    stage.discord.clock.skip(10_000);
    await state(3);
    expect(shownTo(ASKER)).toContain('direct message');
  });

  it('says so at once where the core knows how long it takes', async () => {
    const { show } = await ask();
    const progress = { done: 0, total: 500, leftMs: 26 * MINUTE };
    await show(replyOf({ title: 'Checking', progress }), { last: false });
    expect(shownTo(ASKER)).toContain('direct message');
  });

  it('says so in the 13th minute, even when nothing moves', async () => {
    const { show } = await ask();
    await show(replyOf({ title: 'Paused' }), { last: false });
    stage.discord.clock.skip(13 * MINUTE);
    await expect.poll(() => shownTo(ASKER)).toMatch(/Paused[\s\S]*direct message/);
  });

  it('says nothing in the 13th minute where the next process has shown it meanwhile', async () => {
    const { request, show } = await ask();
    const left = new AbortController();
    await show(replyOf({ title: 'Checking' }), { last: false, ended: left.signal });
    left.abort();
    await (await reopened(JSON.parse(JSON.stringify(request.target))))(replyOf({ title: 'Done' }), late);
    const next = await ask();
    await next.show(replyOf({ title: 'Paused' }), { last: false });
    stage.discord.clock.skip(13 * MINUTE);
    // The reminder of what was asked before would have come first.
    await expect.poll(() => shownTo(ASKER)).toMatch(/Paused[\s\S]*direct message/);
    expect(shownTo(ASKER)).toContain('Done');
    expect(shownTo(ASKER)).not.toContain('Checking');
  });

  it('is spoken of in the language of its asker, after a restart too', async () => {
    const { request, show } = await ask({}, { locale: 'de' });
    expect(request.locale).toBe('de');
    const progress = { done: 0, total: 500, leftMs: 26 * MINUTE };
    await show(replyOf({ title: 'Checking', progress }), { last: false });
    expect(shownTo(ASKER)).toContain(de('discord.comesLater'));
    stage.discord.clock.skip(16 * MINUTE);
    await (await reopened(JSON.parse(JSON.stringify(request.target))))(replyOf({ title: 'Done' }), late);
    expect(shownTo(ASKER)).toContain(`${de('discord.late')}\nDone`);
  });

  it('says nothing of the kind when it is over in time', async () => {
    const { show } = await ask();
    await show(replyOf({ title: 'Checking', progress: { done: 0, total: 9 } }), { last: false });
    stage.discord.clock.skip(14 * MINUTE);
    await show(replyOf({ title: 'Done' }), late);
    expect(shownTo(ASKER)).toBe('Done');
  });

  it('comes as a direct message', async () => {
    const { show } = await ask({ public: true });
    await show(replyOf({ title: 'Checking' }), { last: false });
    stage.discord.clock.skip(16 * MINUTE);
    await show(replyOf({ title: 'Still checking' }), { last: false });
    await show(replyOf({ title: 'All 300', actions: [button('Full details', 'g.full')] }), late);
    const message = stage.discord.world.messages.at(-1);
    expect(message?.only).toBe(ASKER);
    expect(shownTo(ASKER)).toMatch(/You asked this a while ago[\s\S]*All 300\n\[Full details\]/);
    expect(shownTo(ASKER)).not.toContain('Still checking');
  });

  it('comes once, although the response to sending it was lost', async () => {
    const { show, request } = await ask();
    stage.discord.clock.skip(16 * MINUTE);
    stage.discord.fail({ on: /^POST .channels/, instead: { status: 502 }, actedOn: true, times: 3 });
    await expect(show(replyOf({ title: 'All 300' }), late)).rejects.toThrow('502');
    await (await reopened(request.target))(replyOf({ title: 'All 300' }), late);
    expect(shownTo(ASKER).split('All 300')).toHaveLength(2);
  });

  it('comes in the channel where direct messages are closed, and pings its asker alone', async () => {
    stage.discord.world.closedDms.add(ASKER);
    const { show } = await ask({ public: true });
    stage.discord.clock.skip(16 * MINUTE);
    await show(replyOf({ title: 'All 300 @everyone' }), late);
    expect(shownTo(OTHER)).toContain('All 300');
    const sent = stage.discord.world.messages.at(-1);
    expect(sent?.body.content).toContain(`<@${ASKER}>`);
    expect(sent?.body.allowed_mentions).toEqual({ parse: [], users: [ASKER] });
  });

  it('is announced there where nobody else may read it, and comes with the next command', async () => {
    stage.discord.world.closedDms.add(ASKER);
    const { show, request } = await ask();
    stage.discord.clock.skip(16 * MINUTE);
    await expect(show(replyOf({ title: 'My secret list' }), late)).rejects.toThrow('next command');
    expect(shownTo(OTHER)).toContain('your answer is ready');
    expect(shownTo(OTHER)).not.toContain('My secret list');
    expect(await stage.adapter.reopen(request.target)).toBeUndefined();
    const next = await ask();
    await next.show(replyOf({ title: 'The new answer' }), late);
    await (await reopened(request.target, next.request.target))(replyOf({ title: 'My secret list' }), late);
    expect(shownTo(ASKER)).toMatch(/The new answer[\s\S]*My secret list/);
    expect(shownTo(OTHER)).not.toContain('My secret list');
    expect(shownTo(OTHER).split('your answer is ready')).toHaveLength(2);
  });

  it('waits for the newer command to show its own answer first', async () => {
    const { request } = await ask();
    stage.discord.clock.skip(16 * MINUTE);
    const next = await ask();
    const show = await reopened(request.target, next.request.target);
    const shown = show(replyOf({ title: 'The old answer' }), late);
    await expect.poll(() => stage.discord.calls(/^GET .webhooks/)).not.toHaveLength(0);
    await next.show(replyOf({ title: 'The new answer' }), late);
    stage.discord.clock.skip(1_000);
    await shown;
    expect(shownTo(ASKER)).toMatch(/The new answer[\s\S]*The old answer/);
  });

  it('rejects where a person can be reached in no way at all', async () => {
    stage.discord.world.closedDms.add(ASKER);
    const { show, request } = await ask({ public: true });
    stage.discord.world.closedChannels.add(String(request.target.channel));
    stage.discord.clock.skip(16 * MINUTE);
    await expect(show(replyOf({}), late)).rejects.toThrow('next command');
    expect(await stage.adapter.reopen(request.target)).toBeUndefined();
  });

  it('asks no more for what Discord has closed early, and goes the other ways', async () => {
    const { show } = await ask();
    const refused = { status: 401, body: { code: 50_027, message: 'Invalid Webhook Token' } };
    stage.discord.fail({ on: /^PATCH/, instead: refused });
    await show(replyOf({ title: 'Checking' }), { last: false });
    stage.discord.clock.skip(1_000);
    await show(replyOf({ title: 'Still checking' }), { last: false });
    stage.discord.clock.skip(1_000);
    await show(replyOf({ title: 'All 300' }), late);
    expect(edits()).toHaveLength(1);
    expect(stage.discord.world.messages.at(-1)?.only).toBe(ASKER);
    expect(shownTo(ASKER)).toContain('All 300');
  });
});
