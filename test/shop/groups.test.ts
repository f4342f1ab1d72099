import { describe, expect, it } from 'vitest';
import { createPerson } from '../support/telegram/people.ts';
import { openShop, SHOP } from './stage.ts';

it('a group reads once how to use the bot: when it comes, or when it is only mentioned', async () => {
  const { ann, bob, nextTo, shown, answerTo } = await openShop();
  const greeting = await nextTo(() => ann.addTo(SHOP));
  expect(greeting.chat).toBe(SHOP);
  expect(greeting.text).toContain('/imei and a number: only you see the answer.');
  // Within the hour nothing more is said, and never to thanks.
  for (const text of ['@imei_bot', '@imei_bot can you check phones?', '@imei_bot thanks']) {
    bob.say(text, { group: SHOP });
  }
  await answerTo(ann, '@imei_bot 490154203237518', { group: SHOP });
  expect(shown()).toHaveLength(2);
});

it('a bare mention in another group gets that line, too', async () => {
  const { bob, answerTo } = await openShop();
  const line = await answerTo(bob, '@imei_bot was kannst du mit Handys?', { group: SHOP });
  expect(line.text).toContain('/imei und eine Nummer: Nur Sie sehen die Antwort.');
});

describe('below an answer in a group, whose number is masked', () => {
  const ask = async () => {
    const shop = await openShop();
    const answer = await shop.answerTo(shop.ann, '@imei_bot 490154203237518', { group: SHOP });
    return { ...shop, below: { group: SHOP, replyTo: answer } };
  };
  const MASKED = 'The number there is masked';

  it('“again” from the person who asked shows it with “Check again”', async () => {
    const { ann, answerTo, below } = await ask();
    const again = await answerTo(ann, 'again', below);
    expect(again.text).toContain('49015420•••••••');
    expect(again.text).toContain('no check used');
    const labels = again.keyboard.flat().map(({ text }) => text);
    expect(labels).toContain('Check again (uses a check)');
  });

  it('a question about it says what works', async () => {
    const { ann, bob, answerTo, below } = await ask();
    for (const text of ['@imei_bot is this really an iPhone 13?', '/imei', '/imei@imei_bot']) {
      expect((await answerTo(ann, text, below)).text).toContain(MASKED);
    }
    for (const text of ['/imei', '@imei_bot wie alt ist es?']) {
      expect((await answerTo(bob, text, below)).text).toContain('Nummer ist verdeckt');
    }
  });

  it('“is it stolen?” says what the bot cannot know', async () => {
    const { ann, answerTo, below } = await ask();
    const answer = await answerTo(ann, '@imei_bot is it stolen?', below);
    expect(answer.text).toContain('I can only tell you the model');
  });

  it('a word for a button from a colleague is answered only with the name of the bot', async () => {
    const { telegram, bob, shown, below } = await ask();
    bob.begin();
    for (const text of ['full', 'again', '@imei_bot thanks']) bob.say(text, below);
    // Another colleague, since Bob’s second press of a button counts as his first one for a moment.
    const cleo = createPerson(telegram, { id: 33, language: 'de' });
    cleo.begin();
    bob.say('@imei_bot full', below);
    cleo.say('/imei@imei_bot full', below);
    for (const { id } of [bob, cleo]) {
      const inPrivate = () => shown().flatMap(({ chat, text }) => (chat === id ? [text] : []));
      await expect.poll(() => inPrivate()[0]).toContain('Dieser Knopf ist für jemand anderen');
      expect(inPrivate()).toHaveLength(1);
    }
  });
});

it('a question that the bot understands is answered within the hour of the greeting', async () => {
  const { ann, bob, answerTo, nextTo } = await openShop({ USER_CHECKS_PER_DAY: '10' });
  await nextTo(() => ann.addTo(SHOP));
  const stolen = await answerTo(ann, '@imei_bot is it stolen?', { group: SHOP });
  expect(stolen.text).toContain('I can only tell you the model');
  const help = await answerTo(ann, '@imei_bot what can you do?', { group: SHOP });
  expect(help.text).toContain('Send me an IMEI and I’ll tell you which phone it is');
  // Only she reads how many checks she has left.
  ann.begin();
  const seller = bob.say('iPhone 13, 490154203237518', { group: SHOP });
  for (const where of [{ group: SHOP }, { group: SHOP, replyTo: seller }]) {
    const ask = () => ann.say('@imei_bot how much does it cost?', where);
    expect((await nextTo(ask, ann.id)).text).toContain('10 of 10 checks left today');
  }
});
