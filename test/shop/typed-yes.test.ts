import { describe, expect, it } from 'vitest';
import { isYes } from '../../src/format/words/understood.ts';
import { ASKER } from '../support/discord/fake.ts';
import { linesOf } from '../support/imeis.ts';
import { openServer } from '../support/shop/on-discord.ts';
import { openShop } from '../support/shop/on-telegram.ts';

const ASKED = { BATCH_CONFIRM: '5', ADMINS: 'telegram:user:22' };
const LIST = linesOf(6);

describe('“yes” right after a plan', () => {
  it.each(['yes', 'Ja!'])('presses its button (%s)', async (yes) => {
    const { ann, answerTo } = await openShop(ASKED);
    expect((await answerTo(ann, LIST)).text).toContain('Check 6 IMEIs?');
    expect((await answerTo(ann, yes)).text).toContain('All 6 found');
  });

  const WORDS = 'yes|OK|Ja!|sí|sim|oui|да|так|نعم|हाँ|好的|開始查詢|👍'.split('|');
  it.each(WORDS)('is understood in each language: %s', (yes) => {
    expect(isYes(yes)).toBe(true);
  });

  it('presses it on Discord, too', async () => {
    const { discord, say, answered } = await openServer(ASKED);
    say(LIST);
    await answered(1);
    say('yes');
    await expect.poll(() => discord.shownTo(ASKER)).toContain('All 6 found');
  });

  it('presses it for another person’s plan never', async () => {
    const { ann, bob, answerTo, paid } = await openShop(ASKED);
    await answerTo(ann, LIST);
    await answerTo(bob, 'ja');
    expect(await paid(bob)).toBe('0 Abfragen verbraucht');
  });

  it('as a reply means the plan that it replies to', async () => {
    const { ann, bob, answerTo, paid } = await openShop(ASKED);
    const older = await answerTo(ann, linesOf(14).split('\n').slice(6).join('\n'));
    expect(older.text).toContain('Check 8 IMEIs?');
    const newer = await answerTo(ann, LIST);
    await answerTo(ann, 'yes', { replyTo: older });
    expect(await paid(bob)).toBe('0 Abfragen verbraucht');
    const again = await answerTo(ann, LIST);
    expect((await answerTo(ann, 'yes', { replyTo: again })).text).toContain('All 6 found');
    expect(newer.text).toContain('Check 6 IMEIs?');
  });

  it('as a reply on Discord does, too', async () => {
    const { discord, say, answered } = await openServer(ASKED);
    say(LIST);
    await answered(1);
    const [older] = discord.world.messages;
    say(linesOf(14));
    await answered(2);
    say('yes', { ...(older && { replyTo: older }) });
    await answered(3);
    expect(discord.shownTo(ASKER)).toContain('I don’t see an IMEI');
    say(LIST);
    await answered(4);
    const newest = discord.world.messages.at(-1);
    say('yes', { ...(newest && { replyTo: newest }) });
    await expect.poll(() => discord.shownTo(ASKER)).toContain('All 6 found');
  });

  it.each([
    ['a refusal', 'no, thanks'],
    ['another question', '490154203237518'],
    ['a command', '/help'],
  ])('means nothing after %s', async (_what, between) => {
    const { ann, bob, answerTo, paid } = await openShop(ASKED);
    await answerTo(ann, LIST);
    await answerTo(ann, between);
    const before = await paid(bob);
    await answerTo(ann, 'yes');
    expect(await paid(bob)).toBe(before);
  });

  it('with a file is about the file', async () => {
    const { ann, bob, nextTo, answerTo, paid } = await openShop(ASKED);
    await answerTo(ann, LIST);
    const file = { name: 'huge.jpg', bytes: Buffer.alloc(21e6) };
    const { text } = await nextTo(() => ann.sendFile(file, { caption: 'ok' }));
    expect(text).toContain('too large');
    expect(await paid(bob)).toBe('0 Abfragen verbraucht');
  });

  it('is not a laugh, which is “yes” in Latin letters for some', () => {
    expect(isYes('haan')).toBe(true);
    expect(isYes('Ha!')).toBe(false);
  });

  it('means nothing after “Not now”, and nothing a second time', async () => {
    const { ann, bob, answerTo, paid } = await openShop(ASKED);
    const plan = await answerTo(ann, LIST);
    ann.press(plan, 'Not now');
    await expect.poll(() => plan.text).toContain('No check was used');
    expect((await answerTo(ann, 'ok')).text).toContain('You’re welcome');
    expect(await paid(bob)).toBe('0 Abfragen verbraucht');
    await answerTo(ann, LIST);
    await answerTo(ann, 'yes');
    expect((await answerTo(ann, 'ok')).text).toContain('You’re welcome');
    expect(await paid(bob)).toBe('6 Abfragen verbraucht');
  });
});
