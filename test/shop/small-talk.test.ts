import { expect, it } from 'vitest';
import { imeiOf } from '../support/imeis.ts';
import { openShop } from './stage.ts';

it('hello, thanks and the price get a short answer, in the language of the person', async () => {
  const { ann, bob, answerTo } = await openShop({ USER_CHECKS_PER_DAY: '10' });
  for (const text of ['hello', 'Good morning!', '👋', 'hola', 'नमस्ते']) {
    const reply = await answerTo(ann, text);
    expect(reply.text).toBe('ℹ️ Hello. Send me an IMEI, a photo of the label, or a list.');
  }
  for (const text of ['thanks!', 'OK', '👍', 'danke', '谢谢']) {
    expect((await answerTo(ann, text)).text).toBe('ℹ️ You’re welcome.');
  }
  expect((await answerTo(bob, 'Danke')).text).toBe('ℹ️ Gern.');
  const price = await answerTo(ann, 'how much does it cost?');
  expect(price.text).toContain('10 of 10 checks left today');
  const left = await answerTo(bob, 'Wie viele Abfragen habe ich noch?');
  expect(left.text).toContain('Heute sind noch 10 von 10 Abfragen übrig');
});

it('the lesson comes once a person, and not to one who has checked something', async () => {
  const { ann, bob, answerTo } = await openShop();
  const lesson = await answerTo(ann, 'iPhone 13');
  expect(lesson.text).toContain('Send a photo of the label');
  const again = await answerTo(ann, 'Galaxy, blue');
  expect(again.text).toContain('I don’t see an IMEI here');
  expect(again.text.split('\n')).toHaveLength(2);
  await answerTo(bob, '490154203237518');
  // He has checked something, so he knows how.
  for (const text of ['iPhone 13', '/imei', 'is it stolen?']) {
    expect((await answerTo(bob, text)).text.split('\n')).toHaveLength(2);
  }
});

it('/start fits a small screen and opens the rest in place', async () => {
  const { ann, answerTo, shown } = await openShop();
  const start = await answerTo(ann, '/start');
  expect(start.text.split('\n').filter(Boolean).length).toBeLessThanOrEqual(6);
  const labels = start.keyboard.flat().map(({ text }) => text);
  expect(labels).toEqual(['Try an example', 'Commands', 'In groups', 'Privacy']);
  ann.press(start, 'Commands');
  await expect.poll(() => start.text).toContain('/recent');
  ann.press(start, 'Back');
  await expect.poll(() => start.text).toContain('Send me an IMEI');
  expect(shown()).toHaveLength(1);
});

it('a newcomer’s own phone has an answer on the sandbox, which says that it is invented', async () => {
  const { ann, answerTo } = await openShop();
  const answer = await answerTo(ann, imeiOf('35999912', 1));
  expect(answer.text).toContain('✅ SANDBOX Invented phone 35999912');
  expect(answer.text).toContain('Sandbox data, not from the real service');
  expect((await answerTo(ann, imeiOf('35000012', 1))).text).toContain('Not found');
});
