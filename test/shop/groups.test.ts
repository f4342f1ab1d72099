import { expect, it } from 'vitest';
import { createPerson } from '../support/telegram/people.ts';
import { openShop, SHOP } from './stage.ts';

const PHONE = '490154203237518';
const HUGE = { name: 'huge.jpg', bytes: Buffer.alloc(21e6) };

/** A group with an answer, whose number is masked, and the place below it. */
async function answered() {
  const shop = await openShop({ ADMINS: 'telegram:user:22' });
  const answer = await shop.answerTo(shop.ann, `@imei_bot ${PHONE}`, { group: SHOP });
  return { ...shop, answer, below: { group: SHOP, replyTo: answer } };
}

it('a group reads once how to use the bot, when it comes, and has its questions answered', async () => {
  const { ann, bob, nextTo, shown, answerTo } = await openShop();
  const greeting = await nextTo(() => ann.addTo(SHOP));
  expect(greeting.chat).toBe(SHOP);
  expect(greeting.text).toContain('/imei and a number: only you see the answer.');
  // Within the hour nothing more is said to this.
  bob.say('@imei_bot can you check phones?', { group: SHOP });
  const stolen = await answerTo(ann, '@imei_bot is it stolen?', { group: SHOP });
  expect(stolen.text).toContain('I can only tell you the model');
  expect(shown()).toHaveLength(2);
});

it('a word below an answer in a group shows the phone again with its number masked, for nothing', async () => {
  const { ann, bob, shown, answer, answerTo, below, paid } = await answered();
  // No question.
  ann.say('thanks!', below);
  for (const words of ['full', '/imei full', '@imei_bot full']) {
    const details = await answerTo(ann, words, below);
    expect(details.text).toContain('Display');
    expect(details.text).not.toContain(PHONE);
  }
  const again = await answerTo(ann, 'again', below);
  expect(again.text).toContain('49015420•••••••');
  expect(again.text).toContain('no check used');
  const labels = again.keyboard.flat().map(({ text }) => text);
  expect(labels).toContain('Check again (uses a check)');
  expect(answer.text).not.toContain('Display');
  expect(shown()).toHaveLength(5);
  expect(await paid(bob)).toBe('1 Abfrage verbraucht');
});

it('a question below an answer in a group gets what works, since the number there is masked', async () => {
  const { ann, bob, answerTo, nextTo, below } = await answered();
  for (const [person, words, reply] of [
    [ann, '@imei_bot is this really an iPhone 13?', 'The number there is masked'],
    [ann, '/imei', 'The number there is masked'],
    [bob, '/imei@imei_bot', 'Nummer ist verdeckt'],
    [ann, '@imei_bot is it stolen?', 'I can only tell you the model'],
  ] as const) {
    expect((await answerTo(person, words, below)).text).toContain(reply);
  }
  // A file is asked about itself.
  const file = await nextTo(() => ann.sendFile(HUGE, { ...below, caption: 'full' }));
  expect(file.text).toContain('too large');
});

it('a word for a button from a colleague is answered only with the name of the bot', async () => {
  const { telegram, bob, shown, below } = await answered();
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
