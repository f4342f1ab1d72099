import { describe, expect, test } from 'vitest';
import { answers, basic } from '../support/checks/answers.ts';
import { scriptedChecker } from '../support/checks/scripted-checker.ts';
import { actionOf, conversation, type Setup } from '../support/conversation.ts';
import { imeiOf, linesOf } from '../support/imeis.ts';

const KNOWN = [100, 101].map((serial) => imeiOf('35209900', serial));

function talk(settings: Setup['settings'] = {}) {
  const scripted = scriptedChecker(() => answers.found(basic()), 120_000);
  const checker = {
    ...scripted,
    peek: async (imei: Parameters<typeof scripted.peek>[0]) =>
      KNOWN.includes(imei) ? answers.found(basic(), { source: 'cache' }) : scripted.peek(imei),
  };
  const asked = () => [...new Set(scripted.asked.map(({ imei }) => imei))];
  return {
    asked,
    ...conversation({ needs: { checker }, settings: { batchConfirm: 20, pricePerCheck: 0.02, ...settings } }),
  };
}

describe('a list of more than BATCH_CONFIRM numbers without a saved answer', () => {
  const text = `${linesOf(25)}\n${KNOWN[0]}\n490154203237517\nOrder no.: 356938031000020`;

  test('is shown before it runs: valid, repeated, asked, wrong with its line and why, known, cost and time', async () => {
    const { say, asked } = talk();
    const reply = await say(text);
    reply.expect(
      'Check 25 IMEIs?',
      'Valid IMEIs: 25',
      'From saved answers: 2',
      'Duplicates, skipped: 1',
      'Invalid numbers: 1',
      /Costs at most: 23 checks \(USD\s0\.46\)/u,
      'Takes: about 2 minutes',
      'Order no.: 356938031000020',
      'Line 27: 490154203237517 · typo',
      '[Check them]',
      '[Not now]',
    );
    expect(reply.last.withoutButtons).toBe('To start, send the same list again with --confirmed.');
    expect(actionOf(reply.last, 'leave').effect).toEqual({ kind: 'dismiss' });
    expect(asked()).toEqual([]);
  });

  test('runs when the button is pressed, and says again what else was in the text', async () => {
    const { say, press, asked } = talk();
    const plan = await say(text);
    (await press(plan.last, 'Check them')).expect(
      '25 found, 1 to be confirmed, 1 typo',
      'Order no.: 356938031000020',
    );
    expect(asked()).toHaveLength(25);
  });

  test('can be confirmed in words, where there are no buttons', async () => {
    (await talk().say(`/imei ${linesOf(23)} --confirmed`)).expect('All 23 found');
  });

  test('of exactly that many, or with enough saved answers, runs at once', async () => {
    (await talk().say(linesOf(22))).expect('All 22 found');
  });

  test('is shown again if it costs more than was told', async () => {
    const { say, press } = talk();
    const plan = await say(linesOf(23));
    const { effect } = actionOf(plan.last, 'Check them');
    if (effect.kind !== 'invoke' || effect.options.kind !== 'values') throw new Error('no values');
    const changed = { ...effect.options, values: { ...effect.options.values, told: '20' } };
    const actions = [{ ...actionOf(plan.last, 'Check them'), effect: { ...effect, options: changed } }];
    (await press({ ...plan.last, actions }, 'Check them')).expect('Check 23 IMEIs?');
  });
});

describe('a text with more than BATCH_MAX numbers', () => {
  test('is checked in rounds: a button checks the next, and sending it again goes on', async () => {
    const { say, press, asked } = talk({ batchMax: 10, batchConfirm: 500 });
    const first = await say(linesOf(25));
    first.expect(
      '12 found, 13 not checked',
      '13 IMEIs are left for the next round. Send the same again to go on: saved answers are free.',
      '# Not checked (13)',
      '[Check the next 10]',
    );
    expect(first.last.records?.().filter(({ problem }) => problem === 'too-many')).toHaveLength(13);
    (await press(first.last, 'Check the next 10')).expect('22 found, 3 not checked', '[Check the next 3]');
    (await say(linesOf(25))).expect('All 25 found').expectNot('[Check the next');
    expect(asked()).toHaveLength(25);
  });

  test('is shown before it runs with the cost of this round', async () => {
    const { say } = talk({ batchMax: 21 });
    (await say(linesOf(30))).expect(
      'Check 23 IMEIs?',
      '7 IMEIs are left for the next round.',
      /Costs at most: 21 checks/,
    );
  });
});
