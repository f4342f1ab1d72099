import { describe, expect, test } from 'vitest';
import type { BotServices } from '../../commands/services.ts';
import { createSuggest } from '../../commands/suggest.ts';
import type { LookupOutcome } from '../../src/checks/contract.ts';
import type { SuggestContext } from '../../src/core/adapter/suggestions.ts';
import { NO_HISTORY } from '../../src/history/history.ts';
import { findImeis } from '../../src/imei/find.ts';
import { answers, basic, NOW } from '../support/checks/answers.ts';
import { scriptedChecker } from '../support/checks/scripted-checker.ts';
import { defaultServices } from '../support/conversation.ts';

const me: SuggestContext = {
  requester: 'test:user:1',
  scopes: [],
  locale: 'en',
  visibility: 'private',
};
const A = '490154203237518';
const B = '352099001761481';

function setUp(services: Partial<BotServices> = {}) {
  const checker = {
    ...scriptedChecker(() => answers.notFound()),
    lookUp: async (imei: string): Promise<LookupOutcome> =>
      imei === A
        ? { kind: 'answered', answer: answers.found(basic(), { source: 'cache' }) }
        : { kind: 'unsaved' },
  };
  const tacEntryOf = (tac: string) =>
    tac === '35209900' ? { brand: 'Alcatel', model: 'One Touch 332' } : undefined;
  return {
    checker,
    suggest: createSuggest({ ...defaultServices(), checker, tacEntryOf, ...services }),
  };
}

describe('while somebody types', () => {
  test('a saved answer is shown, with its reply, and nothing is spent', async () => {
    const { suggest, checker } = setUp();
    const [first] = await suggest(A, me);
    expect(first).toMatchObject({
      value: A,
      label: `${A} · NOKIA 3310 · saved answer, no check used`,
    });
    expect(first?.reply?.title).toBe('NOKIA 3310');
    expect(checker.calls).toEqual([]);
  });

  test.each([
    [
      B.slice(0, 14),
      [`${B} · check digit added · probably Alcatel One Touch 332 (public list, not checked)`],
    ],
    ['4901542O3237518', [/“O”/u, `${A} · maybe this one`]],
  ])('a number that can be completed or corrected is named: %s', async (typed, labels) => {
    const shown = await setUp().suggest(typed, me);
    expect(shown.map(({ label }) => label)).toEqual(
      labels.map((label) => (typeof label === 'string' ? label : expect.stringMatching(label))),
    );
    for (const { label } of await setUp().suggest(typed, { ...me, visibility: 'shared' })) {
      expect(label).not.toContain('3237518');
    }
  });

  test.each([`${A} ${B}`, `${A}\n4901542O3237519`])(
    'of several numbers, all of the text is offered before each of them: %j',
    async (typed) => {
      const [first, second] = await setUp().suggest(typed, me);
      expect(first).toEqual({ value: typed, label: 'Check all 2 numbers' });
      expect(second?.value).toBe(A);
    },
  );

  test('before anything is typed, a person is offered what they checked lately', async () => {
    const recent = findImeis(`${A} ${B}`).sure.map(({ imei }) => ({
      imei,
      name: 'NOKIA 3310',
      at: NOW - 3_600_000,
    }));
    const history = { ...NO_HISTORY, recent: async () => recent };
    const { suggest } = setUp({ history });
    expect((await suggest('', me)).map(({ label }) => label)).toContain(
      `${A} · NOKIA 3310 · 1 hour ago`,
    );
    expect((await suggest('3520', me)).map(({ value }) => value)).toContain(B);
    expect(await suggest('', { ...me, visibility: 'shared' })).toEqual([]);
    expect((await suggest('٣٥٢٠', me)).map(({ value }) => value)).toContain(B);
    expect((await suggest('٣٥٢٠', me)).map(({ value }) => value)).not.toContain(A);
    expect((await suggest('35-20', me)).map(({ value }) => value)).toContain(B);
    for (const words of ['hello', 'galaxy a35', 'Xperia 49']) {
      expect(await suggest(words, me), words).toEqual([]);
    }
  });

  test('a label fits the tightest platform, and what breaks costs only the suggestion', async () => {
    const long = { ...basic(), model: 'x'.repeat(500) };
    const { suggest } = setUp({
      checker: {
        ...scriptedChecker(() => answers.notFound()),
        lookUp: async () => ({ kind: 'answered', answer: answers.found(long) }),
      },
    });
    for (const { label } of await suggest(A, me)) expect(label.length).toBeLessThanOrEqual(100);
    const bugs: unknown[] = [];
    const broken = setUp({
      checker: {
        ...scriptedChecker(() => answers.notFound()),
        lookUp: () => Promise.reject(new Error('disk')),
      },
      reportBug: (error) => bugs.push(error),
    });
    expect(await broken.suggest(A, me)).toEqual([]);
    expect(bugs).toHaveLength(1);
  });
});
