import { describe, expect, test } from 'vitest';
import { answers, basic } from '../support/checks/answers.ts';
import { scriptedChecker } from '../support/checks/scripted-checker.ts';
import { conversation } from '../support/conversation.ts';
import { imeiOf, linesOf } from '../support/imeis.ts';

const known = new Set([imeiOf('35209900', 100), imeiOf('35209900', 101)]);

function talk(settings: Parameters<typeof conversation>[0] = {}) {
  const checker = {
    ...scriptedChecker(() => answers.found(basic()), 120_000),
    peek: async (imei: string) => (known.has(imei) ? answers.found(basic(), { source: 'cache' }) : undefined),
  };
  return {
    checker,
    ...conversation({
      needs: { checker },
      settings: { batchConfirm: 20, pricePerCheck: 0.02, ...settings.settings },
    }),
  };
}

describe('a list of more than BATCH_CONFIRM numbers', () => {
  const text = `${linesOf(25)}\n${imeiOf('35209900', 100)}\n490154203237517`;

  test('is shown before it runs: valid, repeated, wrong with its line and why, known, cost and time', async () => {
    const { say, checker } = talk();
    const reply = await say(text);
    reply.expect(
      'Check 25 IMEIs?',
      'Valid IMEIs: 25',
      'From saved answers: 2',
      'Duplicates, skipped: 1',
      'Invalid numbers: 1',
      /Costs at most: 23 checks \(USD\s0\.46\)/u,
      'Takes: about 2 minutes',
      'Line 27: 490154203237517 · typo',
      '[Check them]',
      '[Not now]',
    );
    expect(reply.last.withoutButtons).toBe('To start, send the same list again with --confirmed.');
    expect(checker.asked).toEqual([]);
  });

  test('runs when the button is pressed, and is not asked about again', async () => {
    const { say, press, checker } = talk();
    const plan = await say(text);
    (await press(plan.last, 'Check them')).expect('All 25 found');
    expect(checker.asked).toHaveLength(25);
  });

  test('can be confirmed in words, where there are no buttons', async () => {
    const { say } = talk();
    (await say(`/imei ${linesOf(21)} --confirmed`)).expect('All 21 found');
  });

  test('and one of exactly that many runs at once', async () => {
    (await talk().say(linesOf(20))).expect('All 20 found');
  });

  test('is declined without anything being spent', async () => {
    const { say } = talk();
    const plan = await say(text);
    expect(plan.last.actions.find(({ id }) => id === 'leave')?.effect).toEqual({ kind: 'dismiss' });
  });
});
