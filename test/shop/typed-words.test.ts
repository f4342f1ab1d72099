import { describe, expect, it } from 'vitest';
import { linesOf } from '../support/imeis.ts';
import { openShop } from './stage.ts';

// What a word presses is proved by test/requests/typed-words.test.ts, what it means by
// test/commands/words.test.ts, and what it replies to by test/contract/reading-contract.ts. None
// of them starts a bot.

const ASKED = { BATCH_CONFIRM: '5', ADMINS: 'telegram:user:22' };
const LIST = linesOf(6);

it('right after a question “yes” presses its button, and “no” means “Not now”', async () => {
  const { ann, bob, answerTo, paid } = await openShop(ASKED);
  expect((await answerTo(ann, LIST)).text).toContain('Check 6 IMEIs?');
  expect((await answerTo(ann, 'no, thanks')).text).toContain('OK, I won’t check them');
  expect(await paid(bob)).toBe('0 Abfragen verbraucht');
  await answerTo(ann, LIST);
  expect((await answerTo(ann, 'yes')).text).toContain('All 6 found');
  expect((await answerTo(ann, 'ok')).text).toContain('You’re welcome');
  expect(await paid(bob)).toBe('6 Abfragen verbraucht');
});

it('while a list runs “how long?” says in one line how far it is, and “stop” stops it', async () => {
  const { ann, shown, answerTo } = await openShop({ BATCH_CONFIRM: '100' });
  ann.say(linesOf(40));
  await expect.poll(() => shown().at(-1)?.text).toMatch(/\d+ of 40 done/u);
  const { text: line } = await answerTo(ann, 'how long?');
  expect(line).toMatch(/^ℹ️ Checking 40 IMEIs\n\d+ of 40 done\. Ready in about .*\.\n/u);
  expect(line.split('\n').filter(Boolean)).toHaveLength(3);
  ann.say('stop');
  await expect.poll(() => shown()[0]?.text).toMatch(/\d+ not checked/u);
  expect(shown()).toHaveLength(2);
});

describe('after an answer', () => {
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

  it('“full” and “again” as replies to what has no answer are about no other phone', async () => {
    const { ann, bob, answerTo, paid } = await openShop(ASKED);
    await answerTo(ann, linesOf(1));
    for (const number of ['Order no.: 352099001761481', '8949020000012345678']) {
      const replyTo = await answerTo(ann, number);
      for (const text of ['full', 'again', '/imei full']) {
        expect((await answerTo(ann, text, { replyTo })).text).toContain('What should I check?');
      }
    }
    expect(await paid(bob)).toBe('1 Abfrage verbraucht');
  });
});

it('a mistyped command gets a reply with the one that was meant, unless it has a number', async () => {
  const { ann, answerTo } = await openShop();
  for (const [typed, meant] of [
    ['/chek', '/imei'],
    ['/recnt 7518', '/recent'],
  ] as const) {
    const reply = await answerTo(ann, typed);
    expect(reply.text).toContain(`There’s no ${typed.split(' ')[0]}`);
    expect(reply.text).toContain(`Did you mean ${meant}?`);
  }
  for (const command of ['/chek', '/help']) {
    expect((await answerTo(ann, `${command} 490154203237526`)).text).toContain('NOKIA 3110');
  }
});
