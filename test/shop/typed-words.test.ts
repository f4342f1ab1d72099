import { describe, expect, it } from 'vitest';
import { typedPress } from '../../src/format/words/typed-press.ts';
import { buttonWordIn } from '../../src/format/words/understood.ts';
import { linesOf } from '../support/imeis.ts';
import { openShop, SHOP } from '../support/shop/on-telegram.ts';

const ASKED = { BATCH_CONFIRM: '5', ADMINS: 'telegram:user:22' };
const LIST = linesOf(6);

describe('“yes” right after a question', () => {
  it.each([
    ['presses its button', [], 6],
    ['presses it also after “how long?”', ['how long?'], 6],
    ['presses it also after a question about the price', ['how much does it cost?'], 6],
    ['means nothing after a refusal', ['no, thanks'], 0],
    ['means nothing after another number', ['490154203237518'], 1],
    ['means nothing after a command', ['/help'], 0],
  ])('%s', async (_what, between, checks) => {
    const { ann, bob, answerTo, paid } = await openShop(ASKED);
    expect((await answerTo(ann, LIST)).text).toContain('Check 6 IMEIs?');
    for (const text of between) await answerTo(ann, text);
    await answerTo(ann, 'yes');
    expect(Number.parseInt(await paid(bob), 10)).toBe(checks);
  });

  const WORDS = 'yes|OK|Ja!|sí|sim|oui|да|так|نعم|हाँ|好的|開始查詢|👍'.split('|');
  it.each(WORDS)('is understood in each language: %s', (yes) => {
    expect(buttonWordIn(yes)).toBe('yes');
  });

  it.each([
    ['a number with the name of another one', 'Order no.: 352099001761481'],
    ['letters for digits', '35209900176148I'],
    ['a 0 for the check digit', '352099001761480'],
  ])('presses the only button below %s', async (_what, asked) => {
    const { ann, answerTo } = await openShop(ASKED);
    const question = await answerTo(ann, asked);
    expect(question.keyboard.flat()).toHaveLength(1);
    expect((await answerTo(ann, 'yes')).text).toContain('352099001761481');
  });

  it('presses it after a restart only as a reply: nobody knows what was said meanwhile', async () => {
    const { ann, restart, answerTo } = await openShop(ASKED);
    const plan = await answerTo(ann, LIST);
    await answerTo(ann, 'thanks');
    await restart();
    expect((await answerTo(ann, 'yes')).text).toContain('What should I check?');
    expect((await answerTo(ann, 'yes', { replyTo: plan })).text).toContain('All 6 found');
  });

  it('means the plan in the chat where it is said, not a newer one in a group', async () => {
    const { ann, answerTo, paid, bob } = await openShop(ASKED);
    const eight = linesOf(14).split('\n').slice(6).join('\n');
    await answerTo(ann, LIST);
    await answerTo(ann, `@imei_bot ${eight}`, { group: SHOP });
    expect((await answerTo(ann, 'yes')).text).toContain('All 6 found');
    await answerTo(ann, `@imei_bot ${eight}`, { group: SHOP });
    expect((await answerTo(ann, 'yes')).text).toContain('What should I check?');
    expect(await paid(bob)).toBe('6 Abfragen verbraucht');
  });

  it('presses it in a group only as a reply, and only for who was asked', async () => {
    const { ann, bob, shown, answerTo, paid } = await openShop(ASKED);
    const plan = await answerTo(ann, `@imei_bot ${LIST}`, { group: SHOP });
    ann.say('@imei_bot yes', { group: SHOP });
    bob.say('ja', { group: SHOP, replyTo: plan });
    expect(await paid(bob)).toBe('0 Abfragen verbraucht');
    const answer = await answerTo(ann, 'yes', { group: SHOP, replyTo: plan });
    expect(answer.text).toContain('All 6 found');
    expect(shown().filter(({ chat }) => chat === SHOP)).toHaveLength(2);
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
    expect((await answerTo(ann, 'yes', { replyTo: older })).text).toContain('All 8 found');
    expect(newer.text).toContain('Check 6 IMEIs?');
    expect(await paid(bob)).toBe('8 Abfragen verbraucht');
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
    expect(buttonWordIn('haan')).toBe('yes');
    expect(buttonWordIn('Ha!')).toBeUndefined();
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

const MANY = linesOf(40);
const SOME_DONE = /\d+ of 40 done/u;
const IDLE = 'ℹ️ I’m not checking anything for you right now.';
const RUNNING = { ...ASKED, BATCH_CONFIRM: '100' };

describe('“no”', () => {
  it.each(['no', 'No, thanks', 'never mind', 'nein danke', 'отмена', '不用了'])(
    'right after a plan means “Not now” (%s)',
    async (no) => {
      const { ann, bob, answerTo, paid } = await openShop(ASKED);
      await answerTo(ann, LIST);
      expect((await answerTo(ann, no)).text).toContain('OK, I won’t check them');
      expect(await paid(bob)).toBe('0 Abfragen verbraucht');
    },
  );

  it.each(['stop', 'Cancel!', 'Стоп', 'arrête'])('stops the list that runs (%s)', async (stop) => {
    const { ann, shown } = await openShop(RUNNING);
    ann.say(MANY);
    await expect.poll(() => shown().at(-1)?.text).toMatch(SOME_DONE);
    ann.say(stop);
    await expect.poll(() => shown().at(-1)?.text).toMatch(/\d+ not checked/u);
    expect(shown()).toHaveLength(1);
  });

  it('as a reply in a group stops the list, too', async () => {
    const { ann, shown } = await openShop(RUNNING);
    ann.say(`@imei_bot ${MANY}`, { group: SHOP });
    await expect.poll(() => shown().at(-1)?.text).toMatch(SOME_DONE);
    const [list] = shown();
    ann.say('stop', { group: SHOP, ...(list && { replyTo: list }) });
    await expect.poll(() => shown().at(-1)?.text).toMatch(/\d+ not checked/u);
  });

  it('is no scolding if there is nothing to stop', async () => {
    const { ann, answerTo } = await openShop(ASKED);
    for (const text of ['no', 'stop', 'status?', 'how long?', 'Ready?'])
      expect((await answerTo(ann, text)).text).toBe(IDLE);
    for (const text of ['yes', 'full please', 'again'])
      expect((await answerTo(ann, text)).text).toContain('What should I check?');
  });
});

describe('“Not now” after a “yes” that was typed', () => {
  it('stops what was started', async () => {
    const { ann, shown, answerTo } = await openShop(ASKED);
    const plan = await answerTo(ann, MANY);
    ann.say('yes');
    await expect.poll(() => shown().at(-1)?.text).toMatch(SOME_DONE);
    ann.press(plan, 'Not now');
    await expect.poll(() => shown().at(-1)?.text).toMatch(/\d+ not checked/u);
    expect(plan.text).toContain('Check 40 IMEIs?');
  });

  it('says that it was used if all is checked', async () => {
    const { ann, telegram, shown, answerTo } = await openShop(ASKED);
    const plan = await answerTo(ann, LIST);
    expect((await answerTo(ann, 'yes')).text).toContain('All 6 found');
    await answerTo(ann, 'thanks');
    ann.press(plan, 'Not now');
    // A pop-up, or a message if that comes too late.
    const said = () => JSON.stringify([telegram.callsOf('answerCallbackQuery'), shown()]);
    await expect.poll(said).toContain('no longer works');
    expect(plan.text).toContain('Check 6 IMEIs?');
  });
});

it('“how long?” while a list runs says in one line how far it is', async () => {
  const { ann, shown, answerTo } = await openShop(RUNNING);
  ann.say(MANY);
  await expect.poll(() => shown().at(-1)?.text).toMatch(SOME_DONE);
  for (const text of ['how long?', 'status?', 'Hurry up!', 'wie lange noch', '好了吗']) {
    const { text: line } = await answerTo(ann, text);
    expect(line).toMatch(/^ℹ️ Checking 40 IMEIs\n\d+ of 40 done\. Ready in about .*\.\n/u);
    expect(line.split('\n').filter(Boolean)).toHaveLength(3);
  }
});

it('“again” as a reply is about that answer, and uses no check', async () => {
  const { ann, bob, answerTo, paid } = await openShop(ASKED);
  const [first, second] = linesOf(2).split('\n');
  const answer = await answerTo(ann, first ?? '');
  await answerTo(ann, second ?? '');
  const again = await answerTo(ann, 'again', { replyTo: answer });
  expect(again.text).toContain(first);
  expect(again.text).toContain('no check used');
  expect(await paid(bob)).toBe('2 Abfragen verbraucht');
});

describe('a question whose list runs', () => {
  it('stops it when it is edited to “never mind”', async () => {
    const { ann, shown } = await openShop(RUNNING);
    const question = ann.say(MANY);
    await expect.poll(() => shown().at(-1)?.text).toMatch(SOME_DONE);
    ann.edit(question, 'never mind, wrong chat');
    await expect.poll(() => shown().at(-1)?.text).toMatch(/\d+ not checked/u);
    expect(shown()).toHaveLength(1);
  });

  it('stops it when it is edited to another one', async () => {
    const { ann, shown, answerTo } = await openShop(RUNNING);
    const question = ann.say(MANY);
    await expect.poll(() => shown().at(-1)?.text).toMatch(SOME_DONE);
    ann.edit(question, '490154203237518');
    await expect.poll(() => shown().at(-1)?.text).toMatch(/^(?!⏳)[\s\S]*490154203237518/u);
    expect((await answerTo(ann, 'stop')).text).toBe(IDLE);
  });
});

describe('after an answer', () => {
  const ONE = linesOf(1);

  it.each(['full', 'full please', 'details', 'More!', 'alles', 'bitte mehr'])(
    '“%s” shows its details, for nothing',
    async (full) => {
      const { ann, bob, answerTo, paid } = await openShop(ASKED);
      await answerTo(ann, ONE);
      expect((await answerTo(ann, full)).text).toContain('Display');
      expect(await paid(bob)).toBe('1 Abfrage verbraucht');
    },
  );

  it('“full” below a list means “As a file”, which has all details', () => {
    expect(typedPress('full', ['token.share', 'token.list'])).toBe('token.list');
  });

  it('“full” later shows the last phone, for nothing', async () => {
    const { ann, bob, answerTo, paid } = await openShop(ASKED);
    await answerTo(ann, ONE);
    await answerTo(ann, 'thanks');
    const last = await answerTo(ann, 'more');
    expect(last.text).toContain('Display');
    expect(last.text).toContain('no check used');
    expect(await paid(bob)).toBe('1 Abfrage verbraucht');
  });

  it('“again” first shows the saved answer, and then presses its button', async () => {
    const { ann, bob, answerTo, paid } = await openShop(ASKED);
    await answerTo(ann, ONE);
    const saved = await answerTo(ann, 'again');
    expect(saved.text).toContain('no check used');
    expect(saved.keyboard.flat().map(({ text }) => text)).toContain('Check again (uses a check)');
    expect(await paid(bob)).toBe('1 Abfrage verbraucht');
    expect((await answerTo(ann, 'Check again!')).text).toContain('Answered just now');
    expect((await answerTo(ann, 'again')).text).toContain('no check used');
    expect(await paid(bob)).toBe('2 Abfragen verbraucht');
  });
});

it('a list that /forget has ended says so', async () => {
  const { ann, shown } = await openShop(RUNNING);
  ann.say(MANY);
  await expect.poll(() => shown().at(-1)?.text).toMatch(SOME_DONE);
  const [list] = shown();
  ann.say('/forget');
  await expect.poll(() => list?.text).toContain('because you deleted your data with /forget.');
  expect(list?.text).toMatch(/\d+ not checked/u);
});

it.each([
  ['check 49015420323752', 'added the check digit 6'],
  ['Bitte prüfen: 49015420323752', 'added the check digit 6'],
  ['full 49015420323752', 'added the check digit 6'],
  ['check 4901542032375', 'It has 13 digits; an IMEI has 15.'],
  ['check this please 352099001761481', '352099001761481'],
])('a request around a number is not read as its name: %s', async (text, said) => {
  const { ann, answerTo } = await openShop();
  expect((await answerTo(ann, text)).text).toContain(said);
});
