import { describe, expect, it } from 'vitest';
import type { ReplyTarget } from '../../../src/core/adapter.ts';
import { ASKER, OTHER, type Scene } from '../../support/discord/fake.ts';
import { suggestNothing } from '../../support/suggest-nothing.ts';
import { button, createInbox, replyOf, useStarted } from './stage.ts';

const MINUTE = 60_000;
const FILE = { name: 'list.csv', contentType: 'text/csv', data: new TextEncoder().encode('1;2') };
const TOO_LARGE = { status: 413, body: { code: 40_005, message: 'Request entity too large' } };
const last = { last: true } as const;

const on = useStarted();
const ask = (options: Record<string, string | boolean> = {}, scene: Scene = {}) => {
  on.stage.discord.command('imei', { imei: '1', ...options }, scene);
  return on.inbox.received(on.inbox.length + 1);
};
const edits = () => on.stage.discord.calls(/^PATCH \/webhooks/);
const shownTo = (user: string) => on.stage.discord.shownTo(user);
const reopened = async (target: ReplyTarget, beside?: ReplyTarget) => {
  const show = await on.stage.adapter.reopen(JSON.parse(JSON.stringify(target)), beside);
  return show ?? expect.unreachable();
};

describe('a reply on Discord', () => {
  it('is edited without the login of the bot, also after a restart', async () => {
    const { request } = await ask();
    await on.stage.adapter.stop();
    const adapter = on.stage.restarted();
    await adapter.start(createInbox().receive, suggestNothing);
    const show = await adapter.reopen(JSON.parse(JSON.stringify(request.target)));
    await show?.(replyOf({ title: 'After the restart' }), last);
    expect(shownTo(ASKER)).toBe('After the restart');
    expect(edits().map(({ authorized }) => authorized)).toEqual([false]);
  });

  it('pings nobody, and drops the files and buttons of the state before', async () => {
    const { show } = await ask();
    await show(replyOf({ files: [FILE], actions: [button('Stop', 'g.stop')] }), { last: false });
    expect(shownTo(ASKER)).toContain('(list.csv)');
    expect(edits()[0]?.files).toEqual([{ name: 'list.csv', text: '1;2' }]);
    on.stage.discord.clock.skip(1_000);
    await show(replyOf({ title: 'Done' }), last);
    expect(shownTo(ASKER)).toBe('Done');
    const allowed_mentions = { parse: [], replied_user: false };
    expect(edits().map(({ body }) => body)).toMatchObject([
      { allowed_mentions },
      { allowed_mentions, attachments: [], components: [] },
    ]);
  });

  it('that only its asker may see leaves a shared reply as it is', async () => {
    const { show } = await ask({ public: true });
    await show(replyOf({ title: 'For all', actions: [button('Again', 'g.again')] }), last);
    on.stage.discord.press('Again');
    const pressed = await on.inbox.received(2);
    await pressed.show(replyOf({ title: 'This button no longer works', private: true }), last);
    expect(shownTo(OTHER)).toBe('For all\n[Again]');
    expect(shownTo(ASKER)).toContain('This button no longer works');
  });

  it('that only says that a button no longer works leaves the answer as it is', async () => {
    const { show } = await ask();
    await show(replyOf({ title: 'Only mine', actions: [button('Again', 'g.again')] }), last);
    on.stage.discord.press('Again');
    const notice = replyOf({ tone: 'warning', title: 'This button no longer works' });
    await (await on.inbox.received(2)).show(notice, last);
    expect(shownTo(ASKER)).toBe('Only mine\n[Again]\n\nThis button no longer works');
    // What has begun in the pressed message ends there.
    on.stage.discord.press('Again');
    const pressed = await on.inbox.received(3);
    await pressed.show(replyOf({ title: 'Checking' }), { last: false });
    await pressed.show(replyOf({ tone: 'bad', title: 'Something broke' }), last);
    expect(shownTo(ASKER)).toBe('Something broke\n\nThis button no longer works');
  });

  it('comes as a direct message if its message was dismissed meanwhile', async () => {
    const { show } = await ask();
    await show(replyOf({ title: 'Waiting' }), { last: false });
    on.stage.discord.world.messages.length = 0;
    await show(replyOf({ title: 'Here it is' }), last);
    expect(shownTo(ASKER)).toContain('Here it is');
    expect(shownTo(OTHER)).toBe('');
  });

  it.each([
    ['in its own message', /^PATCH .webhooks/, {}, 0],
    ['in a message of its own', /^POST .webhooks/, { public: true }, 0],
    ['in a direct message', /^POST .channels/, {}, 16 * MINUTE],
  ])(
    '%s says that Discord does not accept its file, and offers it again',
    async (_, call, options, after) => {
      const { show } = await ask(options);
      on.stage.discord.clock.skip(after);
      on.stage.discord.fail({ on: call, instead: TOO_LARGE });
      const actions = [{ ...button('Send the file again', 'g.file'), opens: 'new', ifUnsent: true } as const];
      await show(
        replyOf({ title: 'Answered', summary: 'Here it is.', private: true, files: [FILE], actions }),
        last,
      );
      expect(shownTo(ASKER)).toContain('Answered\nI couldn’t send the file.\n[Send the file again]');
      expect(shownTo(OTHER)).toBe('');
    },
  );
});

describe('a reply that takes longer than 15 minutes', () => {
  it('comes as a direct message', async () => {
    const { show } = await ask({ public: true });
    await show(replyOf({ title: 'Checking' }), { last: false });
    on.stage.discord.clock.skip(16 * MINUTE);
    await show(replyOf({ title: 'Still checking' }), { last: false });
    await show(replyOf({ title: 'All 300', actions: [button('Full details', 'g.full')] }), last);
    expect(on.stage.discord.world.messages.at(-1)?.only).toBe(ASKER);
    expect(shownTo(ASKER)).toMatch(/You asked this a while ago[\s\S]*All 300\n\[Full details\]/);
    expect(shownTo(ASKER)).not.toContain('Still checking');
  });

  it('comes once, although sending it got no answer', async () => {
    const { show, request } = await ask();
    on.stage.discord.clock.skip(16 * MINUTE);
    on.stage.discord.fail({ on: /^POST .channels/, instead: { status: 502 }, actedOn: true, times: 3 });
    await expect(show(replyOf({ title: 'All 300' }), last)).rejects.toThrow('502');
    await (await reopened(request.target))(replyOf({ title: 'All 300' }), last);
    expect(shownTo(ASKER).split('All 300')).toHaveLength(2);
  });

  it('comes with the next command, after its own answer, if direct messages are closed', async () => {
    on.stage.discord.world.closedDms.add(ASKER);
    const { show, request } = await ask();
    on.stage.discord.clock.skip(16 * MINUTE);
    await expect(show(replyOf({ title: 'My list' }), last)).rejects.toMatchObject({
      code: 'direct-messages-closed',
    });
    expect(await on.stage.adapter.reopen(request.target)).toBeUndefined();
    const next = await ask();
    const again = await reopened(request.target, next.request.target);
    const shown = again(replyOf({ title: 'My list' }), last);
    await next.show(replyOf({ title: 'The new answer' }), last);
    await shown;
    expect(shownTo(ASKER)).toMatch(/The new answer[\s\S]*You asked this a while ago[\s\S]*My list/);
    expect(shownTo(OTHER)).toBe('');
  });

  it('goes the other ways if Discord no longer accepts the token', async () => {
    const { show } = await ask();
    const refused = { status: 401, body: { code: 50_027, message: 'Invalid Webhook Token' } };
    on.stage.discord.fail({ on: /^PATCH/, instead: refused });
    await show(replyOf({ title: 'All 300' }), last);
    expect(on.stage.discord.world.messages.at(-1)?.only).toBe(ASKER);
    expect(shownTo(ASKER)).toContain('All 300');
    expect(on.stage.fatal).toEqual([]);
  });
});
