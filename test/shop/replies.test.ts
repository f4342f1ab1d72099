import { expect, it } from 'vitest';
import { openShop, SHOP } from './stage.ts';

const OWNER = { ADMINS: 'telegram:user:22' };
const PHONE = '490154203237526';

it('nobody pays for an example: neither a reply to the bot’s own hint nor its copy', async () => {
  const { ann, bob, answerTo, paid } = await openShop(OWNER);
  const hint = await answerTo(ann, 'iPhone 13');
  expect(hint.text).toContain('35… · ');
  for (const text of ['/imei full', '/imei', 'full']) {
    const reply = await answerTo(ann, text, { replyTo: hint });
    expect(reply.text).toMatch(/What should I check\?|I don’t see an IMEI here/u);
  }
  await answerTo(ann, hint.text);
  expect(await paid(bob)).toBe('0 Abfragen verbraucht');
});

it('“full” as a reply to an answer shows the details of that phone, for nothing', async () => {
  const { ann, bob, answerTo, paid } = await openShop(OWNER);
  const answer = await answerTo(ann, PHONE);
  for (const text of ['full', 'Alles!', '/imei full', 'подробнее']) {
    const details = await answerTo(ann, text, { replyTo: answer });
    expect(details.text).toContain(PHONE);
    expect(details.text).toContain('Display');
  }
  expect(await paid(bob)).toBe('1 Abfrage verbraucht');
});

it('“full” as a reply to an answer in a group shows the details with the number masked, for nothing', async () => {
  const { ann, bob, shown, answerTo, paid } = await openShop(OWNER);
  const answer = await answerTo(ann, `@imei_bot ${PHONE}`, { group: SHOP });
  // No question.
  ann.say('thanks!', { group: SHOP, replyTo: answer });
  const details = await answerTo(ann, 'full', { group: SHOP, replyTo: answer });
  expect(details.text).toContain('Display');
  expect(details.text).not.toContain(PHONE);
  expect(answer.text).not.toContain('Display');
  expect(shown()).toHaveLength(2);
  expect(await paid(bob)).toBe('1 Abfrage verbraucht');
});

it.each(['/imei full', '@imei_bot full'])(
  '“%s” as a reply to an answer in a group is about its number, although it is masked',
  async (words) => {
    const { ann, bob, answerTo, paid } = await openShop(OWNER);
    const answer = await answerTo(ann, `@imei_bot ${PHONE}`, { group: SHOP });
    const details = await answerTo(ann, words, { group: SHOP, replyTo: answer });
    expect(details.text).toContain('Display');
    expect(details.text).not.toContain(PHONE);
    expect(await paid(bob)).toBe('1 Abfrage verbraucht');
  },
);

it('“full” below a file in a group is about the file, also as a reply to an answer', async () => {
  const { ann, nextTo, answerTo } = await openShop(OWNER);
  const answer = await answerTo(ann, `@imei_bot ${PHONE}`, { group: SHOP });
  const file = { name: 'huge.jpg', bytes: Buffer.alloc(21e6) };
  const where = { caption: 'full', group: SHOP, replyTo: answer };
  expect((await nextTo(() => ann.sendFile(file, where))).text).toContain('too large');
});

it('a mistyped command gets a reply with the one that was meant', async () => {
  const { ann, answerTo } = await openShop();
  for (const [typed, meant] of [
    ['/chek', '/imei'],
    ['/qota', '/quota'],
    ['/hepl', '/help'],
    ['/recnt 7518', '/recent'],
  ] as const) {
    const reply = await answerTo(ann, typed);
    expect(reply.text).toContain(`There’s no ${typed.split(' ')[0]}`);
    expect(reply.text).toContain(`Did you mean ${meant}?`);
  }
});

it.each(['/chek', '/help', '/quota'])('a whole number behind %s is answered', async (command) => {
  const { ann, answerTo } = await openShop();
  expect((await answerTo(ann, `${command} ${PHONE}`)).text).toContain('NOKIA 3110');
});
