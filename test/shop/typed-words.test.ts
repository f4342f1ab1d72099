import { describe, expect, it } from 'vitest';
import { linesOf } from '../support/imeis.ts';
import type { ShownMessage } from '../support/telegram/chats.ts';
import { openShop, SHOP } from './stage.ts';

// What a word presses is proved by test/requests/typed-words.test.ts, which starts no bots.

const ASKED = { BATCH_CONFIRM: '5', ADMINS: 'telegram:user:22' };
const LIST = linesOf(6);

describe('right after a question', () => {
  it('“yes” presses its button, and “no” means “Not now”', async () => {
    const { ann, bob, answerTo, paid } = await openShop(ASKED);
    expect((await answerTo(ann, LIST)).text).toContain('Check 6 IMEIs?');
    expect((await answerTo(ann, 'no, thanks')).text).toContain('OK, I won’t check them');
    expect(await paid(bob)).toBe('0 Abfragen verbraucht');
    await answerTo(ann, LIST);
    expect((await answerTo(ann, 'yes')).text).toContain('All 6 found');
    expect((await answerTo(ann, 'ok')).text).toContain('You’re welcome');
    expect(await paid(bob)).toBe('6 Abfragen verbraucht');
  });

  it('“yes” presses the only button below an unsure number', async () => {
    const { ann, answerTo } = await openShop(ASKED);
    for (const asked of ['Order no.: 352099001761481', '35209900176148I', '352099001761480']) {
      const question = await answerTo(ann, asked);
      expect(question.keyboard.flat()).toHaveLength(1);
      expect((await answerTo(ann, 'yes')).text).toContain('352099001761481');
    }
  });

  it('“yes” presses it in a group only as a reply, also after a restart, and only for who was asked', async () => {
    const { ann, bob, shown, restart, answerTo, paid } = await openShop(ASKED);
    const plan = await answerTo(ann, `@imei_bot ${LIST}`, { group: SHOP });
    ann.say('@imei_bot yes', { group: SHOP });
    bob.say('ja', { group: SHOP, replyTo: plan });
    expect(await paid(bob)).toBe('0 Abfragen verbraucht');
    await restart();
    const answer = await answerTo(ann, 'yes', { group: SHOP, replyTo: plan });
    expect(answer.text).toContain('All 6 found');
    expect(shown().filter(({ chat }) => chat === SHOP)).toHaveLength(2);
  });
});

describe('while a list runs', () => {
  const SOME_DONE = /\d+ of 40 done/u;
  const IDLE = 'ℹ️ I’m not checking anything for you here right now.';

  const runMany = async () => {
    const shop = await openShop({ ...ASKED, BATCH_CONFIRM: '100' });
    const question = shop.ann.say(linesOf(40));
    const newest = () => shop.shown().at(-1)?.text;
    await expect.poll(newest).toMatch(SOME_DONE);
    return { ...shop, question };
  };

  it('“how long?” says in one line how far it is, and “stop” stops it', async () => {
    const { ann, shown, answerTo } = await runMany();
    const { text: line } = await answerTo(ann, 'how long?');
    expect(line).toMatch(/^ℹ️ Checking 40 IMEIs\n\d+ of 40 done\. Ready in about .*\.\n/u);
    expect(line.split('\n').filter(Boolean)).toHaveLength(3);
    ann.say('stop');
    await expect.poll(() => shown()[0]?.text).toMatch(/\d+ not checked/u);
    expect(shown()).toHaveLength(2);
  });

  it('“/cancel@imei_bot” stops it', async () => {
    const { ann, shown } = await runMany();
    ann.say('/cancel@imei_bot');
    await expect.poll(() => shown()[0]?.text).toMatch(/\d+ not checked/u);
    expect(shown()).toHaveLength(1);
  });

  it('its question stops it when it is edited to another one', async () => {
    const { ann, shown, question, answerTo } = await runMany();
    ann.edit(question, '490154203237518');
    await expect.poll(() => shown().at(-1)?.text).toMatch(/^(?!⏳)[\s\S]*490154203237518/u);
    expect((await answerTo(ann, 'stop')).text).toBe(IDLE);
  });

  it('its question stops it even if “Check them” has started it', async () => {
    const { ann, shown, answerTo } = await openShop(ASKED);
    const question = ann.say(linesOf(40));
    await expect.poll(() => shown()[0]?.text).toContain('Check 40 IMEIs?');
    const [plan] = shown();
    if (plan === undefined) return;
    ann.press(plan, 'Check them');
    await expect.poll(() => plan.text).toMatch(SOME_DONE);
    ann.edit(question, '490154203237518');
    await expect.poll(() => plan.text).toMatch(/^(?!⏳)[\s\S]*490154203237518/u);
    expect((await answerTo(ann, 'stop')).text).toBe(IDLE);
    expect(plan.text).toContain('490154203237518');
  });
});

describe('after an answer', () => {
  it('“full” shows its details, at once and later, for nothing', async () => {
    const { ann, bob, answerTo, paid } = await openShop(ASKED);
    await answerTo(ann, linesOf(1));
    expect((await answerTo(ann, 'full')).text).toContain('Display');
    await answerTo(ann, 'thanks');
    const last = await answerTo(ann, 'more');
    expect(last.text).toContain('Display');
    expect(last.text).toContain('no check used');
    expect(await paid(bob)).toBe('1 Abfrage verbraucht');
  });

  it('“again” first shows the saved answer, and then presses its button', async () => {
    const { ann, bob, answerTo, paid } = await openShop(ASKED);
    const [first = '', second = ''] = linesOf(2).split('\n');
    const answer = await answerTo(ann, first);
    await answerTo(ann, second);
    const saved = await answerTo(ann, 'again', { replyTo: answer });
    expect(saved.text).toContain(first);
    expect(saved.text).toContain('no check used');
    expect(saved.keyboard.flat().map(({ text }) => text)).toContain('Check again (uses a check)');
    expect(await paid(bob)).toBe('2 Abfragen verbraucht');
    expect((await answerTo(ann, 'Check again!')).text).toContain('Answered just now');
    expect((await answerTo(ann, 'again')).text).toContain('no check used');
    expect(await paid(bob)).toBe('3 Abfragen verbraucht');
  });

  it('“check the rest” below a saved answer is not about that phone, and pays for nothing', async () => {
    const { ann, bob, answerTo, paid } = await openShop(ASKED);
    await answerTo(ann, linesOf(1));
    await answerTo(ann, linesOf(1));
    expect((await answerTo(ann, 'check the rest')).text).toContain('What should I check?');
    expect(await paid(bob)).toBe('1 Abfrage verbraucht');
  });

  it.each([
    ['a number to confirm', 'Order no.: 352099001761481'],
    ['an invalid number', '8949020000012345678'],
  ])(
    '“full” and “again” after %s, which has no answer, are about no other phone',
    async (_, number) => {
      const { ann, bob, answerTo, paid } = await openShop(ASKED);
      await answerTo(ann, linesOf(1));
      const unanswered = await answerTo(ann, number);
      for (const text of ['full', 'again', 'again', '/imei full']) {
        expect((await answerTo(ann, text)).text).toContain('What should I check?');
        const reply = await answerTo(ann, text, { replyTo: unanswered });
        expect(reply.text).toContain('What should I check?');
      }
      expect(await paid(bob)).toBe('1 Abfrage verbraucht');
    },
  );

  it('“full” as a reply to a hint is about no phone', async () => {
    const { ann, answerTo } = await openShop(ASKED);
    const hint = await answerTo(ann, 'hello');
    await answerTo(ann, linesOf(1));
    for (const text of ['full', '/imei full']) {
      const reply = await answerTo(ann, text, { replyTo: hint });
      expect(reply.text).toContain('What should I check?');
    }
  });

  it('“full” as a reply to a stopped list pays for nothing, and offers the rest with its cost', async () => {
    const { ann, bob, shown, answerTo, paid } = await openShop({
      ...ASKED,
      BATCH_CONFIRM: '100',
      PRICE_PER_CHECK: '0.02',
    });
    ann.say(linesOf(40));
    await expect.poll(() => shown()[0]?.text).toMatch(/\d+ of 40 done/u);
    ann.say('stop');
    await expect.poll(() => shown()[0]?.text).toMatch(/\d+ not checked/u);
    const before = await paid(bob);
    for (const text of ['full', 'again']) {
      const reply = await answerTo(ann, text, { replyTo: shown()[0] as ShownMessage });
      const labels = reply.keyboard.flat().map((button) => button.text);
      expect(labels).toContainEqual(expect.stringMatching(/^Check the rest: \d+ checks \(USD/u));
    }
    expect(await paid(bob)).toBe(before);
  });
});
