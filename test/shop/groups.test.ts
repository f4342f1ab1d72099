import { expect, it } from 'vitest';
import { ASKER, CHANNEL } from '../support/discord/fake.ts';
import { openServer } from '../support/shop/on-discord.ts';
import { openShop, SHOP } from '../support/shop/on-telegram.ts';

it('a group is told once how to use the bot: when it comes, or when it is only mentioned', async () => {
  const { ann, bob, nextTo, shown, answerTo } = await openShop();
  const greeting = await nextTo(() => ann.addTo(SHOP));
  expect(greeting.chat).toBe(SHOP);
  expect(greeting.text).toContain('/imei and a number: only you see the answer.');
  // Within the hour nothing more is said, and never to thanks.
  for (const text of ['@imei_bot', '@imei_bot can you check phones?', '@imei_bot thanks'])
    bob.say(text, { group: SHOP });
  await answerTo(ann, '@imei_bot 490154203237518', { group: SHOP });
  expect(shown()).toHaveLength(2);
});

it('a bare mention in another group gets that line, too', async () => {
  const { bob, answerTo } = await openShop();
  const line = await answerTo(bob, '@imei_bot was kannst du mit Handys?', { group: SHOP });
  expect(line.text).toContain('/imei und eine Nummer: Nur Sie sehen die Antwort.');
});

it('on Discord a bare mention and a reply that cannot be read say what works', async () => {
  const { discord, say, answered } = await openServer();
  const mention = { channel: CHANNEL, mention: 'bot' } as const;
  say('thanks!', mention);
  say('can you check phones?', mention);
  await answered(1);
  const shown = () => discord.shownTo(ASKER);
  expect(shown()).toContain('open the menu of a message → Apps → Check IMEIs');
  say('and now?', mention);
  say('', { ...mention, replyTo: { content: '' } });
  await answered(2);
  expect(shown()).toContain('I can’t read that message');
  expect(discord.world.messages).toHaveLength(2);
});
