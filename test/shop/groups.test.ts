import { expect, it } from 'vitest';
import { openShop, SHOP } from '../support/shop/on-telegram.ts';

it('a group is told once how to use the bot: when it comes, or when it is only mentioned', async () => {
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
