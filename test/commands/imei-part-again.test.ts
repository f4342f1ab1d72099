import { describe, expect, test } from 'vitest';
import { ServiceFailure } from '../../src/provider/errors.ts';
import { actionOf } from '../support/conversation.ts';
import { imeiOf } from '../support/imeis.ts';
import { IMEIS, rowsIn, talkInParts } from '../support/in-parts.ts';

const TWO = [3, 8].flatMap((index) => IMEIS[index] ?? []);
const CONTENT = ['IMEI', ...IMEIS].join('\n');

const wrongDigit = (digit: string): string => String((Number(digit) + 5) % 10);

/** A service that fails for these until they are taken out, and a limit that is reached at those. */
function failing(failed: readonly string[], refused: readonly string[] = []) {
  const left = { failed: new Set(failed), refused: new Set(refused) };
  const check = (imei: string): void => {
    if (left.failed.has(imei)) throw new ServiceFailure('timeout');
    if (left.refused.has(imei))
      throw Object.assign(new Error('no more today'), { name: 'CheckRefused', why: 'allowance', limit: 3 });
  };
  return { check, left };
}

describe('a part of a file of which something failed', () => {
  test('offers just that again beside the next part, and its table with it after, paid once', async () => {
    const { check, left } = failing(TWO);
    const { send, press, asked } = talkInParts({}, check);
    const whole = await send({ name: 'stock.csv', content: CONTENT });
    const part = await press((await press(whole.last, 'part')).last, 'Check them');
    part.expect('8 found, 2 with no answer', '[Check rows 12–21]');
    left.failed.clear();

    expect(actionOf(part.last, 'retry').opens).toBe('new');
    const again = await press(part.last, 'retry');
    again.expect('Both found', ...TWO);
    expect(asked()).toEqual([...IMEIS.slice(0, 10), ...TWO]);

    const table = await press(part.last, 'Send the file again');
    expect(rowsIn(table.last)).toHaveLength(11);
    expect(
      rowsIn(table.last)
        .slice(1)
        .every((row) => row.endsWith('Found.')),
    ).toBe(true);
    table.expect('[Check rows 12–21]');
    expect([part, table].map(({ last }) => actionOf(last, 'file').ifUnsent)).toEqual([undefined, true]);
    expect(asked()).toHaveLength(12);
    (await press(part.last, 'Check rows 12–21')).expect('Costs at most: 10 checks');
  });

  test('tells what it costs to try much of it again', async () => {
    const { check, left } = failing(IMEIS.slice(0, 10));
    const { send, press, asked } = talkInParts({}, check);
    const part = await press(
      (await press((await send({ name: 'a.csv', content: CONTENT })).last, 'part')).last,
      'Check them',
    );
    left.failed.clear();
    const plan = await press(part.last, 'retry');
    plan.expect('Check 10 IMEIs?', 'Costs at most: 10 checks');
    expect(asked()).toHaveLength(10);
    (await press(plan.last, 'Check them')).expect('All 10 found');
  });

  test('offers what a limit of the day left out', async () => {
    const { check, left } = failing([], IMEIS.slice(3, 10));
    const { send, press } = talkInParts({}, check);
    const part = await press(
      (await press((await send({ name: 'a.csv', content: CONTENT })).last, 'part')).last,
      'Check them',
    );
    part
      .expect('3 found, 7 with no answer', '[Check the rest]', '[Check rows 12–21]')
      .expectNot('[Try again');
    left.refused.clear();
    const plan = await press(part.last, 'Check the rest');
    plan.expect('Check 7 IMEIs?', 'Costs at most: 7 checks');
    (await press(plan.last, 'Check them')).expect('All 7 found');
  });
});

test('a part of a text keeps its answers and the next part in view while what failed is tried again', async () => {
  const { check, left } = failing(TWO);
  const { say, press } = talkInParts({}, check);
  const part = await press((await press((await say(IMEIS.join('\n'))).last, 'part')).last, 'Check them');
  part.expect('8 found, 2 with no answer', '[Check numbers 11–20]');
  expect(actionOf(part.last, 'retry').opens).toBe('new');
  left.failed.clear();
  (await press(part.last, 'retry')).expect('Both found', ...TWO);
});

test('a list in which all failed is answered in its place when it is tried again', async () => {
  const { check } = failing(IMEIS.slice(0, 2));
  const { say } = talkInParts({}, check);
  expect(actionOf((await say(IMEIS.slice(0, 2).join('\n'))).last, 'retry').opens).toBe('here');
  expect(actionOf((await say(IMEIS.slice(0, 3).join('\n'))).last, 'retry').opens).toBe('new');
});

describe('what was confirmed', () => {
  test.each(['a part', 'a list'])(
    'is shown again where saved answers have expired since: %s',
    async (kind) => {
      const { send, press, asked, saved } = talkInParts({
        settings: { batchMax: kind === 'a list' ? 25 : 10 },
      });
      const first = await send({ name: 'a.csv', content: CONTENT });
      const plan = kind === 'a list' ? first : await press(first.last, 'part');
      await press(plan.last, 'Check them');
      const before = asked().length;
      const cheap =
        kind === 'a list' ? await send({ name: 'a.csv', content: CONTENT }) : await press(first.last, 'part');
      cheap.expect('Costs at most: 0 checks');
      for (const imei of IMEIS.slice(2, 6)) saved.delete(imei);
      const dear = await press(cheap.last, 'Check them');
      dear.expect('IMEIs?', 'Costs at most: 4 checks');
      expect(asked()).toHaveLength(before);
      (await press(dear.last, 'Check them')).expect('found');
      expect(asked()).toHaveLength(before + 4);
    },
  );

  test('is shown again where the file has become another', async () => {
    const sent = { bytes: CONTENT };
    const { send, press, asked } = talkInParts({
      settings: { batchMax: 30 },
      needs: { readFile: async () => new TextEncoder().encode(sent.bytes) },
    });
    sent.bytes = IMEIS.slice(0, 6).join('\n');
    const plan = await send({ name: 'a.csv', content: '' });
    plan.expect('Costs at most: 6 checks');
    sent.bytes = CONTENT;
    (await press(plan.last, 'Check them')).expect('Costs at most: 25 checks');
    expect(asked()).toEqual([]);
  });

  test('as a part of a file that has become shorter asks for the right one', async () => {
    const sent = { bytes: CONTENT };
    const { send, press } = talkInParts({
      needs: { readFile: async () => new TextEncoder().encode(sent.bytes) },
    });
    const whole = await send({ name: 'a.csv', content: '' });
    const part = await press((await press(whole.last, 'part')).last, 'Check them');
    sent.bytes = IMEIS.slice(0, 6).join('\n');
    (await press(part.last, 'Check rows 12–21'))
      .expect('I don’t see an IMEI in this file')
      .expectNot('0 IMEIs');
  });

  test('as a part is smaller where less may be checked at a time since, and goes on behind it', async () => {
    const before = talkInParts();
    const whole = await before.send({ name: 'a.csv', content: CONTENT });
    const after = talkInParts({
      settings: { batchMax: 4 },
      needs: { readFile: async () => new TextEncoder().encode(CONTENT) },
    });
    const plan = await after.press(whole.last, 'part');
    plan.expect('Check 4 IMEIs?');
    const part = await after.press(plan.last, 'Check them');
    part.expect('All 4 found', '[Check rows 6–9]');
    await after.press((await after.press(part.last, 'Check rows 6–9')).last, 'Check them');
    expect(after.asked()).toEqual(IMEIS.slice(0, 8));
  });
});

test('a part that has only invalid numbers costs nothing, and is answered at once', async () => {
  const wrong = Array.from({ length: 100 }, (_, nth) => imeiOf('35209900', nth).replace(/.$/u, wrongDigit));
  const { send, press, asked } = talkInParts();
  const whole = await send({ name: 'a.csv', content: ['IMEI', ...IMEIS.slice(0, 10), ...wrong].join('\n') });
  const first = await press((await press(whole.last, 'Check rows 1–101')).last, 'Check them');
  const rest = await press(first.last, 'Check rows 102–111');
  rest.expect('There’s no valid IMEI here', '10 typos', 'No check used');
  expect(rowsIn(rest.last)).toHaveLength(11);
  expect(asked()).toEqual(IMEIS.slice(0, 10));
});
