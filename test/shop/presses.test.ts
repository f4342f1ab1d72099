import { expect, it } from 'vitest';
import { linesOf } from '../support/imeis.ts';
import { openShop } from './stage.ts';

const OWNER = { ADMINS: 'telegram:user:22' };
const AGAIN = 'Check again (uses a check)';

it('“Check again” pays for one more check, however often the old button is pressed after it', async () => {
  const { ann, bob, telegram, shown, answerTo, paid } = await openShop(OWNER);
  await answerTo(ann, linesOf(1));
  const saved = await answerTo(ann, linesOf(1));
  const before = { ...saved };
  ann.press(before, AGAIN);
  const labels = () => saved.keyboard.flat().map(({ text }) => text);
  await expect.poll(labels).not.toContain(AGAIN);
  /** Says so in a pop-up, or on a busy machine below. */
  const pressAgain = (): number => {
    ann.press(before, AGAIN);
    const below = shown().filter(({ text }) => text.includes('no longer works'));
    return telegram.popUps().length + below.length;
  };
  await expect.poll(pressAgain).toBeGreaterThan(2);
  expect(await paid(bob)).toBe('2 Abfragen verbraucht');
});

it('“Check again” without a check left keeps the phone and says why', async () => {
  const { ann, answerTo, nextTo } = await openShop({ USER_CHECKS_PER_DAY: '2' });
  const [first = '', second = ''] = linesOf(2).split('\n');
  await answerTo(ann, first);
  const saved = await answerTo(ann, first);
  const [, phone = ''] = saved.text.split(/^✅ |\n/u);
  expect(phone).not.toBe('');
  await nextTo(() => void ann.say(second));
  ann.press(saved, AGAIN);
  await expect.poll(() => saved.text).toContain('You’ve used all your checks for today. You get 2');
  expect(saved.text).toMatch(new RegExp(`^⚠️ ${phone}\n`, 'u'));
  expect(saved.text).toContain(first);
  expect(saved.keyboard.flat().map(({ text }) => text)).toContain('Full details');
});
