import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../support/nightly.ts';
import { parseConfig, VARIABLE_NAMES } from '../support/settings.ts';

/** What people put into settings: numbers and durations of any size, lists of people, addresses, and anything. */
const value = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc
    .tuple(
      fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }),
      fc.constantFrom('', 'ms', 's', 'm', 'h', 'd', 'w'),
    )
    .map(([number, unit]) => `${number}${unit}`),
  fc.double().map(String),
  fc
    .array(
      fc.tuple(
        fc.constantFrom('discord', 'telegram', 'x'),
        fc.constantFrom('user', 'chat', 'y'),
        fc.string(),
      ),
    )
    .map((all) => all.map((parts) => parts.join(':')).join(',')),
  fc.webUrl(),
  fc.constantFrom(...'sqlite://x postgres://h on off imei 0-3/8 1:abc en info __proto__'.split(' ')),
);
const environment = fc.dictionary(
  fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...VARIABLE_NAMES) }, fc.string({ maxLength: 20 })),
  value,
  { maxKeys: 8 },
);

describe('settings of any kind', () => {
  it('are taken, with every number finite, or refused in one line for each, which names its variable', () => {
    fc.assert(
      fc.property(environment, (settings) => {
        const result = parseConfig(settings);
        if (!result.ok) {
          expect(result.problems.length).toBeGreaterThan(0);
          for (const problem of result.problems) expect(problem).toMatch(/^\S+: [^\n]+$/u);
          return;
        }
        const { lookupTimeoutMs, limits, shutdownGraceMs, cache } = result.config;
        const timers = [lookupTimeoutMs, limits.windowMs, shutdownGraceMs];
        for (const ms of timers) expect(ms).toBeLessThan(2 ** 31);
        for (const ms of [lookupTimeoutMs, limits.windowMs, cache.foundTtlMs, cache.notFoundTtlMs])
          expect(ms).toBeGreaterThan(0);
        expect(Number.isSafeInteger(cache.foundTtlMs + Date.UTC(2100, 0))).toBe(true);
      }),
      runs(500, 20_000, { seed: 20 }),
    );
  });
});
