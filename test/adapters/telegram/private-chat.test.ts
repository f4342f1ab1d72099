import { describe, expect, it } from 'vitest';
import { replyOf, stageTelegram, textOf } from './stage.ts';

const IMEI = '490154203237518';

describe('in a private chat', () => {
  it.each([
    ['a number', IMEI, {}, `/imei ${IMEI}`],
    ['free text', `mine is ${IMEI}, thanks`, {}, `/imei mine is ${IMEI}, thanks`],
    ['the words below a picture', '', { caption: `box ${IMEI}`, photo: [] }, `/imei box ${IMEI}`],
    ['a command', `/imei full ${IMEI}`, {}, `/imei full ${IMEI}`],
    ['a command with the name of the bot', `/IMEI@Imei_Bot ${IMEI}`, {}, `/imei ${IMEI}`],
    ['another command', '/help', {}, '/help'],
    ['a text without any number', 'good morning', {}, '/imei good morning'],
    ['a sticker', '', { text: undefined, sticker: {} }, '/imei'],
    ['a command nobody knows, with a number', `/check ${IMEI}`, {}, `/imei /check ${IMEI}`],
    ['a command nobody knows', '/checks please', {}, '/checks please'],
    ['a command that is too long for one', `/${'a'.repeat(65)}`, {}, `/imei /${'a'.repeat(65)}`],
    ['a command without a space behind it', `/imei${IMEI}`, {}, `/imei ${IMEI}`],
    ['a number as a command', `/${IMEI}`, {}, `/imei /${IMEI}`],
    ['/start', '/start', {}, '/help'],
    ['a deep link with a number', `/start ${IMEI}`, {}, `/imei ${IMEI}`],
    ['a deep link with a grouped number', '/start 49-015420-323751-8', {}, '/imei 49-015420-323751-8'],
    ['a deep link from somewhere', '/start newsletter', {}, '/help'],
  ])('takes %s', async (_, text, parts, asked) => {
    const stage = await stageTelegram();
    await stage.start();
    stage.ann.say(text, { parts: parts as object });
    expect(textOf(await stage.asked())).toBe(asked);
  });

  it('takes /imei as a reply to the message that holds the numbers', async () => {
    const stage = await stageTelegram();
    await stage.start();
    const before = stage.ann.say(`bought ${IMEI}`);
    stage.ann.say('/imei', { replyTo: before });
    stage.ann.say('/imei full', { replyTo: before });
    stage.ann.say('/imei 356938035643809', { replyTo: before });
    await stage.asked(4);
    expect(stage.inbox.slice(1).map(textOf).sort()).toEqual([
      '/imei 356938035643809',
      `/imei bought ${IMEI}`,
      `/imei full\nbought ${IMEI}`,
    ]);
  });

  it("leaves other bots and Telegram's own talk alone", async () => {
    const stage = await stageTelegram();
    await stage.start();
    stage.ann.say(IMEI, { parts: { from: { id: 5, is_bot: true, first_name: 'Bot' } } });
    stage.ann.say(IMEI, { parts: { via_bot: { id: 7, is_bot: true, first_name: 'IMEI' } } });
    const service = { text: undefined, message_auto_delete_timer_changed: { message_auto_delete_time: 1 } };
    stage.ann.say('', { parts: service as object });
    stage.ann.say('the last one');
    await stage.asked();
    expect(stage.inbox.map(textOf)).toEqual(['/imei the last one']);
  });

  describe('an edited message', () => {
    it('changes its answer, and the one that was on its way is not shown any more', async () => {
      const stage = await stageTelegram();
      await stage.start();
      const said = stage.ann.say('490154203237518');
      const { show } = await stage.asked();
      await show(replyOf({ title: 'Waiting' }), { last: false });
      stage.ann.edit(said, '356938035643809');
      const edited = await stage.asked(2);
      await edited.show(replyOf({ title: 'Answered anew' }), { last: true });
      await show(replyOf({ title: 'Answered' }), { last: true });
      expect(stage.shown().map(({ text }) => text)).toEqual(['✅ Answered anew']);
      const again = await stage.adapter.reopen(JSON.parse(JSON.stringify(edited.request.target)));
      await again?.(replyOf({ title: 'Answered once more' }), { last: true });
      expect(stage.shown().map(({ text }) => text)).toEqual(['✅ Answered once more']);
    });

    it('keeps its answer when all there is to say is a word to the person', async () => {
      const stage = await stageTelegram();
      await stage.start();
      const said = stage.ann.say('490154203237518');
      await (await stage.asked()).show(replyOf({ title: 'Answered' }), { last: true });
      stage.ann.edit(said, '356938035643809');
      const busy = replyOf({ tone: 'warning', title: 'Too many questions', private: true });
      await (await stage.asked(2)).show(busy, { last: true });
      expect(stage.shown().map(({ text }) => text)).toEqual(['✅ Answered', '⚠️ Too many questions']);
    });

    it('is checked again when its IMEIs changed, and only then', async () => {
      const stage = await stageTelegram();
      await stage.start();
      const said = stage.ann.say(`this one ${IMEI}`);
      await stage.asked();
      stage.ann.edit(said, `this one, please: ${IMEI}!`);
      stage.ann.edit(said, 'never mind');
      stage.ann.edit(said, 'this one 356938035643809');
      await stage.asked(2);
      expect(stage.inbox.map(textOf)).toEqual([`/imei this one ${IMEI}`, '/imei this one 356938035643809']);
    });

    it('changes its answer after a restart, too, and only if its IMEIs changed', async () => {
      const before = await stageTelegram();
      await before.start();
      const said = before.ann.say(IMEI);
      await (await before.asked()).show(replyOf({ title: 'Answered' }), { last: true });
      await before.adapter.stop();
      const stage = await stageTelegram({ messages: before.messages }, before);
      await stage.start();
      before.ann.edit(said, `${IMEI}, please`);
      before.ann.edit(said, '356938035643809');
      const edited = await stage.asked();
      expect(textOf(edited)).toBe('/imei 356938035643809');
      await edited.show(replyOf({ title: 'Answered again' }), { last: true });
      expect(stage.shown().map(({ text }) => text)).toEqual(['✅ Answered again']);
    });
  });
});
