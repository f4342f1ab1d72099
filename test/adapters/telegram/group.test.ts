import { describe, expect, it } from 'vitest';
import type { ShownMessage } from '../../support/telegram/chats.ts';
import { createPerson } from '../../support/telegram/people.ts';
import { button, eventually, replyOf, type Stage, stageTelegram, textOf } from './stage.ts';

const IMEI = '490154203237518';
const GROUP = -1001;

describe('in a group', () => {
  it('answers commands, mentions and replies to itself, and says nothing to the rest', async () => {
    const stage = await inGroup();
    // Here the bot reads everything, as without privacy mode.
    const cat = createPerson(stage.telegram, { id: 55, privacy: false });
    const own = stage.telegram.chats.send({ chat_id: GROUP, text: 'an answer' });
    const in_ = { group: GROUP };
    cat.say(`I have ${IMEI}`, in_);
    cat.say(`/check ${IMEI}`, in_);
    cat.say(`/imei@another_bot ${IMEI}`, in_);
    cat.say(`/imei ${IMEI}`, in_);
    cat.say(`@imei_bot ${IMEI}`, in_);
    cat.say(`what is ${IMEI} @imei_bot`, in_);
    cat.say(IMEI, { ...in_, replyTo: own });
    cat.say('/help@imei_bot', in_);
    cat.say('/helpp', in_);
    cat.say('/helpp@imei_bot', in_);
    cat.say('/helpp@another_bot', in_);
    cat.say(`/imei${IMEI}`, in_);
    cat.say(`/check2_${IMEI}`, in_);
    cat.say(`/check2_${IMEI}@imei_bot`, in_);
    cat.say(`/imei_${IMEI}_356938035643809@imei_bot`, in_);
    await stage.asked(9);
    expect(stage.inbox.map(textOf).sort()).toEqual([
      '/help',
      '/helpp',
      `/imei /check2_${IMEI}@imei_bot`,
      `/imei ${IMEI}`,
      `/imei ${IMEI}`,
      `/imei ${IMEI}`,
      `/imei ${IMEI}`,
      `/imei ${IMEI}_356938035643809@imei_bot`,
      `/imei what is ${IMEI}`,
    ]);
  });

  it('takes a message that is edited to mention it', async () => {
    const stage = await inGroup();
    const said = stage.ann.say(`I have ${IMEI}`, { group: GROUP });
    stage.ann.edit(said, `I have ${IMEI} @imei_bot`);
    const asked = await stage.asked();
    expect(textOf(asked)).toBe(`/imei I have ${IMEI}`);
    await asked.show(replyOf({ title: 'Answered' }), { last: true });
    expect(stage.shown()).toMatchObject([{ text: '✅ Answered', replyTo: said.id }]);
  });

  it('checks the message a mention replies to', async () => {
    const stage = await inGroup();
    const said = stage.bob.say(`sold ${IMEI}`, { group: GROUP });
    stage.ann.say('@imei_bot', { group: GROUP, replyTo: said });
    expect(textOf(await stage.asked())).toBe(`/imei sold ${IMEI}`);
    stage.ann.say('@imei_bot really an iPhone 12?', { group: GROUP, replyTo: said });
    expect(textOf(await stage.asked(2))).toBe(`/imei really an iPhone 12?\nsold ${IMEI}`);
  });

  it('tells that others read, and who is meant', async () => {
    const stage = await inGroup();
    stage.ann.say(`/imei ${IMEI}`, { group: GROUP });
    expect((await stage.asked()).request).toMatchObject({
      visibility: 'shared',
      requester: 'telegram:user:11',
      scopes: [`telegram:chat:${GROUP}`],
    });
  });

  it('takes an anonymous admin as the group, not as the user all of them share', async () => {
    const stage = await inGroup();
    const anonymous = {
      from: { id: 1_087_968_824, is_bot: true, first_name: 'Group' },
      sender_chat: { id: GROUP, type: 'supergroup' as const, title: 'Group' },
    };
    stage.ann.say(`/imei ${IMEI}`, { group: GROUP, parts: anonymous });
    expect((await stage.asked()).request.requester).toBe(`telegram:chat:${GROUP}`);
  });

  it('replies to the message it answers, in the same topic', async () => {
    const stage = await inGroup();
    const said = stage.ann.say(`/imei ${IMEI}`, { group: GROUP, thread: 9 });
    await (await stage.asked()).show(replyOf(), { last: true });
    expect(stage.shown()).toMatchObject([{ chat: GROUP, thread: 9, replyTo: said.id }]);
  });

  it('takes a thread of replies for no topic', async () => {
    const stage = await inGroup();
    stage.ann.say(`/imei ${IMEI}`, { group: GROUP, parts: { message_thread_id: 77 } });
    await (await stage.asked()).show(replyOf(), { last: true });
    expect(stage.telegram.callsOf('sendMessage')[0]?.payload).not.toHaveProperty('message_thread_id');
  });

  describe('what is for the asker alone', () => {
    it('leaves a word where its placeholder stands', async () => {
      const stage = await inGroup();
      stage.ann.begin();
      stage.ann.say('/quota', { group: GROUP });
      const { show } = await stage.asked();
      await show(replyOf({ title: 'Asking' }), { last: false });
      const target = await show(replyOf({ title: '12 left', private: true }), { last: true });
      expect(stage.shown(stage.ann.id).map(({ text }) => text)).toEqual(['✅ 12 left']);
      expect(stage.shown(GROUP).map(({ text }) => text)).toEqual(['I’ve answered you in our private chat.']);
      expect(target).toMatchObject({ chat: stage.ann.id });
    });

    it('asks to open the private chat when that is closed', async () => {
      const stage = await inGroup();
      stage.ann.say('/quota', { group: GROUP });
      const { show } = await stage.asked();
      await show(replyOf({ title: '12 left', private: true }), { last: true });
      const [only] = stage.shown();
      expect(only?.text).toMatch(/Open our private chat/);
      expect(only?.text).not.toContain('12 left');
      expect(only?.keyboard.flat()).toMatchObject([
        { url: expect.stringMatching(/^https:\/\/t.me\/imei_bot/) },
      ]);
    });

    it('comes there with the button of that word, for the one it was for and nobody else', async () => {
      const stage = await inGroup();
      stage.ann.say('/quota', { group: GROUP });
      const { show } = await stage.asked();
      await show(replyOf({ title: '12 left', private: true }), { last: true });
      const payload = startIn(stage.shown(GROUP)[0]);
      expect(payload).toMatch(/^[\w-]{1,64}$/);
      for (const person of [stage.ann, stage.bob]) person.say(`/start ${payload}`);
      stage.ann.say('/start quota');
      stage.ann.say(`/start forget-${payload.slice(payload.indexOf('-') + 1)}`);
      await stage.asked(5);
      const asked = stage.inbox.slice(1).map((one) => `${one.request.requester} ${textOf(one)}`);
      expect(asked.sort()).toEqual([
        'telegram:user:11 /help',
        'telegram:user:11 /help',
        'telegram:user:11 /quota',
        'telegram:user:22 /help',
      ]);
    });
  });

  describe('a question without a number', () => {
    const asksBack = replyOf({ title: 'What should I check?', asksBack: { placeholder: 'An IMEI' } });

    it('asks back with the field for a reply open, for the asker alone, and reads the answer', async () => {
      const stage = await inGroup();
      const said = stage.ann.say('/imei', { group: GROUP });
      const { show } = await stage.asked();
      expect(textOf(await stage.asked())).toBe('/imei');
      await show(asksBack, { last: true });
      expect(stage.telegram.callsOf('sendMessage')).toMatchObject([
        {
          payload: {
            reply_markup: { force_reply: true, selective: true, input_field_placeholder: 'An IMEI' },
            reply_parameters: { message_id: said.id },
          },
        },
      ]);
      stage.ann.say(IMEI, { group: GROUP, replyTo: await shownFirst(stage) });
      expect(textOf(await stage.asked(2))).toBe(`/imei ${IMEI}`);
    });
  });

  it('sends the answer of a press to the place of the reply, or below it', async () => {
    const stage = await inGroup();
    stage.ann.say(`/imei ${IMEI}`, { group: GROUP, thread: 9 });
    const actions = [button('Full details', 'a.full'), button('Again', 'a.again', { opens: 'new' })];
    await (await stage.asked()).show(replyOf({ actions }), { last: true });
    const reply = await shownFirst(stage);
    stage.ann.press(reply, 'Full details');
    await (await stage.asked(2)).show(replyOf({ title: 'All of it', actions }), { last: true });
    expect(stage.shown().map(({ text }) => text)).toEqual(['✅ All of it']);
    stage.ann.press(reply, 'Again');
    await (await stage.asked(3)).show(replyOf({ title: 'Once more' }), { last: true });
    expect(stage.shown()).toMatchObject([
      { text: '✅ All of it' },
      { text: '✅ Once more', replyTo: reply.id, thread: 9 },
    ]);
    expect(stage.inbox.slice(1).map(textOf)).toEqual(['[a.full]', '[a.again]']);
  });
});

/** What a button sends along with Start; empty if nothing. */
function startIn(message: ShownMessage | undefined): string {
  const [button] = message?.keyboard.flat() ?? [];
  return button !== undefined && 'url' in button
    ? (new URL(button.url).searchParams.get('start') ?? '')
    : 'no button';
}

async function inGroup(): Promise<Stage> {
  const stage = await stageTelegram();
  stage.telegram.chats.groups.add(GROUP);
  await stage.start();
  return stage;
}

async function shownFirst(stage: Stage) {
  await eventually(() => expect(stage.shown()).not.toHaveLength(0));
  const [first] = stage.shown();
  if (first === undefined) throw new Error('nothing is shown');
  return first;
}
