import { describe, expect, it } from 'vitest';
import type { ReplyTarget } from '../../../src/core/adapter/request-event.ts';
import { ASKER, CHANNEL, OTHER, type Scene } from '../../support/discord/fake.ts';
import { button, replyOf } from '../../support/replies.ts';
import { type DiscordStage, useStarted } from './stage.ts';

const LONG_MS = 16 * 60_000;
const ELSEWHERE = 'I can’t write where you asked. Here’s the answer:';
const FILE = { name: 'list.csv', contentType: 'text/csv', data: new TextEncoder().encode('1;2') };
const MENTION = { channel: CHANNEL, mention: 'bot' } as const;
const SENDS = /^POST \/channels\/\d+\/messages$/;
const last = { isLast: true } as const;
const progress = { isLast: false } as const;

const on = useStarted();
const discordOf = () => on.stage.discord;
const ask = (options: Record<string, string | boolean> = {}, scene: Scene = {}) => {
  discordOf().command('imei', { imei: '1', ...options }, scene);
  return on.inbox.received(on.inbox.length + 1);
};
const said = (saying: Parameters<DiscordStage['discord']['say']>[1] = {}) => {
  discordOf().say('490154203237518', saying);
  return on.inbox.received(on.inbox.length + 1);
};
const press = (label: string) => {
  discordOf().press(label);
  return on.inbox.received(on.inbox.length + 1);
};
const shownTo = (user: string) => discordOf().shownTo(user);
const edits = () => discordOf().calls(/^PATCH \/webhooks/);
const reopened = async (target: ReplyTarget, newer?: ReplyTarget, { adapter } = on.stage) => {
  const show = await adapter.reopen(JSON.parse(JSON.stringify(target)), newer);
  return show ?? expect.unreachable();
};
/** Waits until Discord has failed as often as it was told to. Skips the pauses of the bot. */
const failed = async () => {
  const faultsLeft = () => {
    discordOf().clock.skip(500);
    return discordOf().rest.faults.filter(({ times }) => times > 0);
  };
  await expect.poll(faultsLeft).toEqual([]);
};

describe('the answer to an interaction on Discord', () => {
  it('the answer to a command is written without the token of the bot', async () => {
    const { show } = await ask();
    await show(replyOf({ title: 'Answered' }), last);
    expect(edits()).toMatchObject([{ authorized: false }]);
  });

  it('each state pings nobody, and has no files and buttons of the state before', async () => {
    const { show } = await ask();
    await show(replyOf({ files: [FILE], actions: [button('Stop', 'g.stop')] }), progress);
    expect(shownTo(ASKER)).toContain('(list.csv)');
    expect(edits()[0]?.files).toEqual([{ name: 'list.csv', text: '1;2' }]);
    discordOf().clock.skip(1_000);
    await show(replyOf({ title: 'Done' }), last);
    expect(shownTo(ASKER)).toBe('Done');
    const allowed_mentions = { parse: [], replied_user: false };
    expect(edits().map(({ body }) => body)).toMatchObject([
      { allowed_mentions },
      { allowed_mentions, attachments: [], components: [] },
    ]);
  });

  const refused = { status: 401, body: { code: 50_027, message: 'Invalid Webhook Token' } };
  it.each<[string, () => unknown]>([
    ['its message was dismissed meanwhile', () => discordOf().world.messages.splice(0)],
    [
      'Discord no longer accepts the token',
      () => discordOf().fail({ on: /^PATCH/, instead: refused }),
    ],
  ])('the answer comes as a direct message if %s', async (_, happen) => {
    const { show } = await ask({ public: true });
    await show(replyOf({ title: 'Checking' }), progress);
    happen();
    await show(replyOf({ title: 'All 300', actions: [button('Full details', 'g.full')] }), last);
    expect(discordOf().world.messages.at(-1)?.only).toBe(ASKER);
    expect(shownTo(ASKER)).toMatch(/You asked this a while ago[\s\S]*All 300\n\[Full details\]/);
    expect(shownTo(OTHER)).not.toContain('All 300');
    expect(on.stage.fatal).toEqual([]);
  });

  it('the answer is one direct message, although sending it got no response', async () => {
    const { show, request } = await ask();
    discordOf().clock.skip(LONG_MS);
    discordOf().fail({ on: SENDS, instead: { status: 502 }, actedOn: true, times: 3 });
    const rejected = expect(show(replyOf({ title: 'All 300' }), last)).rejects.toThrow('502');
    await failed();
    await rejected;
    await (await reopened(request.target))(replyOf({ title: 'All 300' }), last);
    expect(shownTo(ASKER).split('All 300')).toHaveLength(2);
  });

  it('the answer keeps its file, although Discord has taken it three times without a response', async () => {
    const { show, request } = await ask();
    const answer = replyOf({ title: 'All 300', files: [FILE] });
    discordOf().fail({ on: /^PATCH/, instead: 'reset', actedOn: true, times: 3 });
    const rejected = expect(show(answer, last)).rejects.toMatchObject({ code: 'unreachable' });
    await failed();
    await rejected;
    await (await reopened(request.target))(answer, last);
    expect(shownTo(ASKER)).toBe('All 300\n(list.csv)');
  });

  it('a private answer may come twice if a call gets no response, but never without its file', async () => {
    const { show, request } = await ask({ public: true });
    const answer = replyOf({ title: 'My list', files: [FILE], isPrivate: true });
    discordOf().fail({ on: /^POST \/webhooks/, instead: 'reset', actedOn: true });
    await expect(show(answer, last)).rejects.toMatchObject({ code: 'unreachable' });
    await (await reopened(request.target))(answer, last);
    expect(shownTo(ASKER).split('My list\n(list.csv)')).toHaveLength(3);
  });

  it('the answer comes without a file that gets no response again and again', async () => {
    const { request } = await ask();
    discordOf().fail({ on: /^PATCH/, instead: 'reset', times: 3 });
    const show = await reopened(request.target);
    const shown = show(replyOf({ title: 'All 300', files: [FILE] }), last);
    await failed();
    await shown;
    expect(shownTo(ASKER)).toBe('All 300\nI couldn’t send list.csv.');
  });

  it('if direct messages are closed, the answer follows the answer to the next command', async () => {
    discordOf().world.closedDms.add(ASKER);
    const { show, request } = await ask();
    discordOf().clock.skip(LONG_MS);
    const closed = { cause: { code: 'direct-messages-closed' } };
    await expect(show(replyOf({ title: 'My list' }), last)).rejects.toMatchObject(closed);
    expect(await on.stage.adapter.reopen(request.target)).toBeUndefined();
    const next = await ask();
    const again = await reopened(request.target, next.request.target);
    const shown = again(replyOf({ title: 'My list' }), last);
    await next.show(replyOf({ title: 'The new answer' }), last);
    await shown;
    expect(shownTo(ASKER)).toMatch(/The new answer[\s\S]*You asked this a while ago[\s\S]*My list/);
    expect(shownTo(OTHER)).toBe('');
  });

  it('a private answer is not shown while a public “thinking” cannot be removed', async () => {
    const { show, request } = await ask({ public: true });
    const answer = replyOf({ title: 'My list', isPrivate: true });
    discordOf().fail({ on: /^DELETE \/webhooks/, instead: { status: 502 }, times: 3 });
    const rejected = expect(show(answer, last)).rejects.toMatchObject({ code: 'unreachable' });
    await failed();
    await rejected;
    expect(shownTo(OTHER)).toBe('(thinking)');
    await (await reopened(request.target))(answer, last);
    expect(shownTo(ASKER)).toBe('My list');
    expect(shownTo(OTHER)).toBe('');
  });

  it('an old answer waits until the answer to the next command is shown', async () => {
    const { request } = await ask();
    discordOf().clock.skip(LONG_MS);
    const next = await ask({ public: true });
    discordOf().fail({ on: /^PATCH \/webhooks/, instead: { status: 502 }, times: 3 });
    const again = await reopened(request.target, next.request.target);
    const late = expect(again(replyOf({ title: 'My list' }), last)).rejects.toThrow('502');
    const shown = next.show(replyOf({ title: 'The new answer' }), last);
    const rejected = expect(shown).rejects.toThrow('502');
    await failed();
    await Promise.all([rejected, late]);
    expect(discordOf().calls(/^POST \/webhooks/)).toEqual([]);
  });

  it('an old answer that took the place of a public “thinking” is deleted and comes later', async () => {
    const { request } = await ask();
    discordOf().clock.skip(LONG_MS);
    const next = await ask({ public: true });
    const blocked = { status: 400, body: { code: 200_000, message: 'Blocked by moderation' } };
    discordOf().fail({ on: /^PATCH \/webhooks/, instead: blocked });
    await next.show(replyOf({ title: 'The new answer' }), last);
    const again = await reopened(request.target, next.request.target);
    await expect(again(replyOf({ title: 'My list' }), last)).rejects.toThrow('everyone');
    expect(shownTo(OTHER)).toBe('');
    await (await reopened(request.target))(replyOf({ title: 'My list' }), last);
    expect(shownTo(ASKER)).toMatch(/The new answer[\s\S]*You asked this a while ago[\s\S]*My list/);
  });
});

describe('“Show me the whole number” on Discord', () => {
  const WHOLE = button('Show me the whole number', 'g.whole', { opens: 'private' });
  const masked = replyOf({ title: 'NOKIA, masked', actions: [WHOLE] });

  it.each([
    ['a message', () => said(MENTION)],
    ['a command whose answer all can read', () => ask({ public: true })],
  ])(
    'the button is below the answer to %s, and its answer is for its asker alone',
    async (_, asked) => {
      await (await asked()).show(masked, last);
      const before = shownTo(OTHER);
      expect(before).toContain('[Show me the whole number]');
      const { request, show } = await press('Show me the whole number');
      expect(request).toMatchObject({
        visibility: 'private',
        input: { kind: 'press', token: 'g.whole' },
      });
      await show(replyOf({ title: 'NOKIA 490154203237518' }), last);
      expect(shownTo(ASKER)).toContain('NOKIA 490154203237518');
      expect(shownTo(OTHER)).toBe(before);
    },
  );
});

describe('the answer to a message on Discord', () => {
  it('for the first second, the bot is typing instead of showing a placeholder', async () => {
    const { show } = await said();
    void show(replyOf({ title: 'Asking', isPlaceholder: true }), progress);
    discordOf().clock.skip(200);
    await expect.poll(() => discordOf().world.typed).toEqual([`9${ASKER}`]);
    expect(discordOf().calls(SENDS)).toEqual([]);
    discordOf().clock.skip(1_000);
    await expect.poll(() => shownTo(ASKER)).toBe('Asking');
    await show(replyOf({ title: 'Answered' }), last);
    expect(shownTo(ASKER)).toBe('Answered');
    expect(discordOf().calls(SENDS)).toHaveLength(1);
  });

  it('the reply is one message that pings nobody, although the first attempt got no response', async () => {
    const { id } = discordOf().say('490154203237518');
    const { show, request } = await on.inbox.received();
    discordOf().fail({ on: SENDS, instead: 'reset', actedOn: true });
    await show(replyOf({ title: 'Answered' }), last);
    await (await reopened(request.target))(replyOf({ title: 'Answered' }), last);
    expect(discordOf().calls(SENDS).length).toBeGreaterThan(1);
    expect(discordOf().calls(SENDS)[0]?.body).toMatchObject({
      message_reference: { message_id: id, fail_if_not_exists: false },
      allowed_mentions: { parse: [], replied_user: false },
    });
    expect(discordOf().world.messages).toHaveLength(1);
  });

  it('progress that a moderator deletes is shown again, once, and so is the answer', async () => {
    const { show } = await said(MENTION);
    const states = ['First', 'Second', 'Third'].map((title) => replyOf({ title }));
    for (const [index, state] of states.entries()) {
      discordOf().world.messages.length = 0;
      await show(state, index === 2 ? last : progress);
      expect(shownTo(OTHER)).toBe(state.title);
      discordOf().clock.skip(3_000);
    }
  });

  it('the answer takes the place of progress whose call got no response', async () => {
    const { show } = await said(MENTION);
    discordOf().fail({ on: SENDS, instead: 'reset', actedOn: true });
    const target = await show(replyOf({ title: 'Waiting' }), progress);
    await (await reopened(target))(replyOf({ title: 'Answered' }), last);
    expect(shownTo(OTHER)).toBe('Answered');
  });

  it('a private answer to a press removes its progress from the pressed message', async () => {
    const plan = replyOf({ title: 'Check all 300?', actions: [button('Check', 'g.check')] });
    await (await said(MENTION)).show(plan, last);
    const { show } = await press('Check');
    await show(replyOf({ title: '3 of 300' }), progress);
    expect(shownTo(OTHER)).toBe('3 of 300');
    await show(replyOf({ title: 'The list', isPrivate: true }), last);
    expect(shownTo(OTHER)).toBe('');
    expect(shownTo(ASKER)).toBe('The list');
  });

  it('without Embed Links the reply is text, and what does not fit is in a file', async () => {
    discordOf().forbid(CHANNEL, 'embed');
    const { show } = await said(MENTION);
    const lines = Array.from({ length: 400 }, (_, index) => `Line ${index}`);
    const actions = [button('Full details', 'g.full')];
    await show(replyOf({ title: 'Answered', sections: [{ fields: [], lines }], actions }), last);
    expect(shownTo(OTHER)).toMatch(
      /^Answered\n(?:Line \d+\n){150,}\n.*The whole answer is in answer\.txt\.\n\[Full details\]\n\(answer\.txt\)$/,
    );
    expect(discordOf().world.messages[0]?.files[0]?.text).toContain('Line 399');
  });

  it('without Attach Files, an answer that is too long keeps its first sentences', async () => {
    const { show } = await said(MENTION);
    discordOf().fail({
      on: SENDS,
      instead: { status: 403, body: { code: 50_013, message: 'Missing Permissions' } },
    });
    const summary = 'One check may have been charged.';
    const lines = Array.from({ length: 400 }, (_, index) => `Line ${index} of a long list`);
    await show(replyOf({ title: 'List', summary, sections: [{ fields: [], lines }] }), last);
    const shown = shownTo(OTHER);
    expect(shown).toContain(`${summary}\nI couldn’t send answer.txt.`);
    expect(shown).toContain('Line 0 of a long list');
    expect(shown).toContain('Ask me in a private chat to see it all.');
  });

  it.each([50_006, 160_002])(
    'the answer comes as a direct message if Discord answers %i',
    async (code) => {
      const { show } = await said(MENTION);
      discordOf().fail({ on: SENDS, instead: { status: 400, body: { code, message: 'No' } } });
      await show(replyOf({ title: 'Answered' }), last);
      expect(shownTo(ASKER)).toBe(`${ELSEWHERE}\nAnswered`);
      expect(shownTo(OTHER)).toBe('');
    },
  );

  it('the answer comes as a direct message if the bot may not write in the channel', async () => {
    discordOf().forbid(CHANNEL, 'send');
    const { show } = await said(MENTION);
    await expect(show(replyOf({ title: 'Waiting' }), progress)).rejects.toThrow();
    await show(replyOf({ title: 'Answered', files: [FILE] }), last);
    expect(shownTo(ASKER)).toBe(`${ELSEWHERE}\nAnswered\n(list.csv)`);
    expect(shownTo(OTHER)).toBe('');
  });
});
