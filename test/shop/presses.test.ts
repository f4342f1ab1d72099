import { describe, expect, it } from 'vitest';
import { linesOf } from '../support/imeis.ts';
import { openShop, SHOP } from '../support/shop/on-telegram.ts';

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

describe('a press by a colleague changes nothing for the person who was asked', () => {
  const ASKED = { ...OWNER, BATCH_CONFIRM: '5' };
  const LIST = linesOf(6);
  const CHECK = 'Check them';

  const pressedByBob = async () => {
    const shop = await openShop(ASKED);
    const { ann, bob, telegram, shown, answerTo, paid } = shop;
    const plan = await answerTo(ann, `@imei_bot ${LIST}`, { group: SHOP });
    bob.begin();
    bob.press(plan, CHECK);
    // In a pop-up, or on a busy machine in the private chat.
    const refusals = () => [...telegram.popUps(), ...shown().map(({ text }) => text)].join('\n');
    await expect.poll(refusals).toContain('Dieser Knopf ist für jemand anderen');
    // Only then its row is closed.
    expect(await paid(bob)).toBe('0 Abfragen verbraucht');
    return { ...shop, plan };
  };

  it('in a Telegram group, where the button still checks', async () => {
    const { ann, bob, plan, paid } = await pressedByBob();
    ann.press(plan, CHECK);
    await expect.poll(() => plan.text).toContain('All 6 found');
    expect(await paid(bob)).toBe('6 Abfragen verbraucht');
  });

  it('in a Telegram group, where “yes” still checks', async () => {
    const { ann, plan, nextTo } = await pressedByBob();
    const answer = await nextTo(() => ann.say('yes', { group: SHOP, replyTo: plan }), SHOP);
    expect(answer.text).toContain('All 6 found');
  });

  it('in a Telegram group, where “Not now” still declines', async () => {
    const { ann, plan } = await pressedByBob();
    ann.press(plan, 'Not now');
    await expect.poll(() => plan.text).toContain('I won’t check them');
  });
});
