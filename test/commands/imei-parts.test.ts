import { describe, expect, test } from 'vitest';
import { FileUnreadable } from '../../src/core/adapter.ts';
import { actionOf } from '../support/conversation.ts';
import { imeiOf } from '../support/imeis.ts';
import { IMEIS as imeis, rowsIn, talkInParts as talk } from '../support/in-parts.ts';

describe('a text', () => {
  test('is checked part after part, each told with its cost before', async () => {
    const { say, press, asked } = talk();
    const whole = await say(imeis.join('\n'));
    whole.expect('I can check up to 10 IMEIs at a time', '[Check numbers 1–10]');
    expect(whole.last.withoutButtons).toBe('Please send them one part at a time.');

    const plan = await press(whole.last, 'Check numbers 1–10');
    plan.expect('Check 10 IMEIs?', 'Costs at most: 10 checks');
    expect(asked()).toEqual([]);
    const first = await press(plan.last, 'Check them');
    expect(asked()).toEqual(imeis.slice(0, 10));
    const second = await press((await press(first.last, 'Check numbers 11–20')).last, 'Check them');
    const rest = await press(second.last, 'Check numbers 21–25');
    rest.expect('Here’s what it will cost:').expectNot('long list');
    const last = await press(rest.last, 'Check them');
    last.expectNot('Check numbers');
    expect(asked()).toEqual(imeis);
  });

  test('tells at once which of its numbers are in no part, and why', async () => {
    const { say } = talk();
    const { last, ...whole } = await say(['490154203237517', ...imeis].join('\n'));
    whole.expect('too many at once: 25 IMEIs', '490154203237517 · typo');
    expect(last.records?.().filter(({ result }) => result === 'invalid')).toHaveLength(1);
  });

  test('is paid once, whatever is pressed twice', async () => {
    const { say, press, asked } = talk();
    const whole = await say(imeis.join('\n'));
    for (let nth = 0; nth < 2; nth += 1) {
      const plan = await press(whole.last, 'part');
      plan.expect(nth === 0 ? 'Costs at most: 10 checks' : 'From saved answers: 10');
      await press(plan.last, 'Check them');
      await press(plan.last, 'Check them');
    }
    expect(asked()).toEqual(imeis.slice(0, 10));
  });

  test('of any length that has too many IMEIs has a button that can be pressed', async () => {
    const many = Array.from({ length: 6_200 }, (_, index) => imeiOf('35209900', index));
    const { say, press } = talk();
    const whole = await say(many.join('\n'));
    (await press(whole.last, 'part')).expect('Check 10 IMEIs?');
  });

  test('has one too where its labels take more characters than were typed', async () => {
    const many = Array.from({ length: 4_500 }, (_, index) => `IMEI2 ${imeiOf('35209900', index)}`);
    const { say, press } = talk();
    const whole = await say(many.join('\n'));
    (await press(whole.last, 'part')).expect('Check 10 IMEIs?');
  });

  test.each(['-1', '0', 'x', '1e99', '', '99'])(
    'starts somewhere that is, whatever a button says: %s',
    async (rows) => {
      const { say, press } = talk();
      const { last } = await say(imeis.join('\n'));
      const { effect } = actionOf(last, 'part');
      if (effect.kind !== 'invoke' || effect.options.kind !== 'values') throw new Error('no values');
      const options = { kind: 'values', values: { ...effect.options.values, rows } } as const;
      const made = last.actions.map((action) =>
        action.id === 'part' ? { ...action, effect: { ...effect, options } } : action,
      );
      (await press({ ...last, actions: made }, 'part')).expect(/Check 10 IMEIs\?|at a time/);
    },
  );
});

describe('a file with more IMEIs than one list may have', () => {
  const content = ['IMEI;Shop', ...imeis.map((imei, index) => `${imei};${index}`)].join('\n');

  test('is checked part after part, each told with its cost before, and comes back with its rows', async () => {
    const { send, press, asked } = talk();
    const whole = await send({ name: 'stock.csv', content });
    whole.expect('There are more than 10 numbers in this file', '[Check rows 1–11]');
    const plan = await press(whole.last, 'Check rows 1–11');
    plan.expect('Check 10 IMEIs?', 'Costs at most: 10 checks');
    expect(asked()).toEqual([]);

    const first = await press(plan.last, 'Check them');
    expect(asked()).toEqual(imeis.slice(0, 10));
    expect(first.last.files.map(({ name }) => name)).toEqual(['stock-from-1-checked.csv']);
    expect(rowsIn(first.last)).toHaveLength(11);
    expect(rowsIn(first.last)[10]).toBe(`\t${imeis[9]};9;\t${imeis[9]};NOKIA;3310;Found.`);

    const second = await press((await press(first.last, 'Check rows 12–21')).last, 'Check them');
    expect(rowsIn(second.last).slice(0, 2)).toEqual([
      'IMEI;Shop;IMEI;Brand;Model;Result',
      `\t${imeis[10]};10;\t${imeis[10]};NOKIA;3310;Found.`,
    ]);
    const last = await press((await press(second.last, 'Check rows 22–26')).last, 'Check them');
    last.expectNot('Check rows');
    expect(rowsIn(last.last)).toHaveLength(6);
    expect(asked()).toEqual(imeis);
  });

  test('that is gone by the next part is asked for kindly, and nothing of it is paid again', async () => {
    const kept = { isThere: true };
    const { send, press, asked } = talk({
      needs: {
        readFile: async () => {
          if (!kept.isThere) throw new FileUnreadable('gone', 'expired');
          return new TextEncoder().encode(content);
        },
      },
    });
    const whole = await send({ name: 'stock.csv', content });
    const first = await press((await press(whole.last, 'part')).last, 'Check them');
    kept.isThere = false;
    (await press(first.last, 'Check rows 12–21')).expect(
      'I can’t get this file again',
      'Send it again',
      'stock.csv',
    );
    kept.isThere = true;
    const again = await send({ name: 'stock.csv', content });
    await press((await press(again.last, 'part')).last, 'Check them');
    expect(asked()).toEqual(imeis.slice(0, 10));
  });

  test.each([
    ['one cell', `"${imeis.join(' ')}"`, 'csv'],
    ['one line', imeis.join(', '), 'txt'],
    ['one row', imeis.join(';'), 'csv'],
  ])('in %s is checked number by number', async (_, line, ending) => {
    const { send, press, asked } = talk();
    const whole = await send({ name: `stock.${ending}`, content: `${line}\n` });
    whole.expectNot('I can take the first row');
    const plan = await press(whole.last, 'Check numbers 1–10');
    plan.expect('Check 10 IMEIs?', 'Costs at most: 10 checks');
    const first = await press(plan.last, 'Check them');
    expect(asked()).toEqual(imeis.slice(0, 10));
    const second = await press((await press(first.last, 'Check numbers 11–20')).last, 'Check them');
    const last = await press((await press(second.last, 'Check numbers 21–25')).last, 'Check them');
    last.expectNot('[Check');
    expect(asked()).toEqual(imeis);
    expect([first, second, last].map(({ last: { files } }) => files[0]?.name)).toEqual([
      'stock-from-1-checked.csv',
      'stock-from-1-number-11-checked.csv',
      'stock-from-1-number-21-checked.csv',
    ]);
    expect(
      rowsIn(last.last)
        .join('\n')
        .match(/Found\./gu),
    ).toHaveLength(5);
  });

  test('of which one row alone has too many is checked with all that stands before and behind it', async () => {
    const rows = [imeis[0], imeis[1], imeis.slice(2, 17).join(' '), ...imeis.slice(17)];
    const { send, press, asked } = talk();
    let { last } = await send({ name: 'stock.csv', content: rows.map((row) => `"${row}"`).join('\n') });
    const labels: string[] = [];
    while (last.actions.some(({ id }) => id === 'part')) {
      labels.push(actionOf(last, 'part').label);
      last = (await press((await press(last, 'part')).last, 'Check them')).last;
    }
    expect(labels).toEqual(['Check rows 1–2', 'Check rows 3–3', 'Check numbers 11–15', 'Check rows 9–11']);
    expect(asked()).toEqual(imeis);
  });

  test('spread over rows keeps to where it began, also where a button says anything', async () => {
    const { send, press } = talk();
    const whole = await send({ name: 'stock.csv', content });
    const { effect } = actionOf(whole.last, 'part');
    if (effect.kind !== 'invoke' || effect.options.kind !== 'values') throw new Error('no values');
    for (const rows of ['9:9', '0:9999', ':::', 'x:y', '-1:-1']) {
      const options = { kind: 'values', values: { ...effect.options.values, rows } } as const;
      const actions = whole.last.actions.map((one) => ({ ...one, effect: { ...effect, options } }));
      await press({ ...whole.last, actions }, 'part');
    }
  });
});
