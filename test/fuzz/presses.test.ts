import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCustomId } from '../../src/adapters/discord/custom-id.ts';
import { readCallbackData } from '../../src/adapters/telegram/callback-data.ts';
import { type OptionSpec, parseOptions, type RawOptions } from '../../src/core/options.ts';
import { reply } from '../../src/core/reply.ts';
import type { Principal } from '../../src/core/requester.ts';
import { createButtons } from '../../src/requests/buttons.ts';
import { createSeal } from '../../src/store/seal.ts';
import { createSqliteStore } from '../../src/store/sqlite.ts';
import { clockAt } from '../support/clock-at.ts';
import { hostileText } from '../support/hostile.ts';
import { runs } from '../support/nightly.ts';

const ANN = 'test:user:1';
const BOB = 'test:user:2';
const NOW = 1_000;

describe('forged presses', () => {
  it('do nothing, by whatever data: only who was shown a button presses it, where it was shown', async () => {
    const clock = clockAt(() => NOW);
    const store = createSqliteStore('sqlite://:memory:', clock);
    const buttons = createButtons({
      rows: store.collection('deeds'),
      oldRows: store.collection('buttons'),
      hash: createSeal('a secret of some length').hash,
      clock,
      onError: (error) => {
        throw error;
      },
    });
    const deed = { kind: 'invoke', command: 'imei', options: { kind: 'text', text: 'x' } } as const;
    const shown = buttons.offer(
      reply({ tone: 'good', title: 'Anns', actions: [{ id: 'go', label: 'Go', deed, opens: 'here' }] }),
      { requestId: 'test:event:1', requester: ANN },
    );
    buttons.shown('test:event:1', 'message 7');
    const token = shown.actions[0]?.token ?? '';
    const kinds = async (requester: Principal, on: string, by = token) =>
      (await buttons.press({ token: by, requester, on })).kind;
    expect(await kinds(ANN, 'message 7')).toBe('deed');
    expect(await kinds(ANN, 'message 8')).not.toBe('deed');

    const near = fc
      .nat(Math.max(token.length - 1, 0))
      .chain((at) =>
        fc
          .string({ maxLength: 3 })
          .map((put) => `${token.slice(0, at)}${put}${token.slice(at + put.length)}`),
      );
    const data = fc.oneof(hostileText, near, fc.constant(token)).map((text) => `h${text}`);
    await fc.assert(
      fc.asyncProperty(data, fc.constantFrom('message 7', 'message 8'), async (said, on) => {
        const discord = readCustomId(`h:2:${said.slice(1)}`)?.token;
        const telegram = readCallbackData(said);
        const tokens = [discord, telegram.kind === 'press' ? telegram.token : undefined, said];
        for (const forged of tokens)
          if (forged !== undefined) expect(await kinds(BOB, on, forged)).not.toBe('deed');
      }),
      runs(300, 20_000, { seed: 2_101 }),
    );
    await store.close();
  });
});

describe('options as they come', () => {
  const specs: readonly OptionSpec[] = [
    { name: 'imei', kind: 'text', required: true, maxLength: 500 },
    { name: 'detail', kind: 'choice', required: false, choices: ['brief', 'full'] },
    { name: 'public', kind: 'flag' },
    { name: 'file', kind: 'file', required: false },
  ];
  const name = fc.oneof(
    fc.constantFrom('imei', 'detail', 'public', 'file', '__proto__', 'toString'),
    hostileText,
  );
  const value = fc.oneof(
    hostileText,
    fc.boolean(),
    fc.record({ name: hostileText, location: hostileText }),
    fc.constantFrom('brief', 'full'),
  );
  const raw: fc.Arbitrary<RawOptions> = fc.oneof(
    hostileText.map((text) => ({ kind: 'text' as const, text })),
    fc.dictionary(name, value).map((values) => ({ kind: 'values' as const, values })),
  );

  it('are understood as they are declared, or refused, and never break the reader', () => {
    fc.assert(
      fc.property(raw, (options) => {
        const parsed = parseOptions(specs, options);
        if (!parsed.ok) return;
        const { imei, detail, public: shared } = parsed.options as Readonly<Record<string, unknown>>;
        expect(typeof imei === 'string' && imei.length <= 500).toBe(true);
        expect([undefined, 'brief', 'full']).toContain(detail);
        expect([true, false]).toContain(shared);
      }),
      runs(2_000, 20_000, { seed: 2_102 }),
    );
  });
});
