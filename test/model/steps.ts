import fc from 'fast-check';
import type { Fate } from './service.ts';
import type { StoreFault } from './world.ts';

/** Which of two processes it happens to; where there is one, it is that one. */
export type Process = 0 | 1;

/** One thing that happens to the bot. */
export type Step =
  | {
      readonly kind: 'ask';
      readonly process: Process;
      readonly person: number;
      readonly imeis: readonly number[];
    }
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'service'; readonly fate: Fate; readonly count: number }
  | { readonly kind: 'store'; readonly fault: StoreFault }
  | { readonly kind: 'platform'; readonly isDown: boolean }
  | {
      readonly kind: 'crash';
      readonly process: Process;
      readonly effects: number;
      readonly when: 'before' | 'after';
    }
  | { readonly kind: 'kill'; readonly process: Process }
  | { readonly kind: 'restart'; readonly process: Process }
  | { readonly kind: 'freeze'; readonly process: Process; readonly ms: number }
  | { readonly kind: 'time-of-day'; readonly byMs: number }
  | { readonly kind: 'new-secret' };

const process = fc.constantFrom<Process>(0, 1);
const HOUR_MS = 3_600_000;
const moment = fc.constantFrom(1, 20, 200, 700, 2_500, 12_000, 31_000, 61_000);
const afterMs = fc.constantFrom(5, 300, 3_000, 9_000);

const fate: fc.Arbitrary<Fate> = fc.oneof(
  fc.record({ kind: fc.constant('answer' as const), afterMs }),
  fc.constant({ kind: 'unreachable' as const }),
  fc.record({ kind: fc.constant('reset' as const), afterMs }),
  fc.constant({ kind: 'silence' as const }),
  fc.record({ kind: fc.constant('garbage' as const), afterMs }),
  fc.record({ kind: fc.constant('limited' as const), afterMs }),
);

/** Few IMEIs and few people, so that they get in each other's way. */
const ask = fc.record({
  kind: fc.constant('ask' as const),
  process,
  person: fc.nat({ max: 2 }),
  imeis: fc.oneof(
    { weight: 3, arbitrary: fc.array(fc.nat({ max: 5 }), { minLength: 1, maxLength: 1 }) },
    { weight: 1, arbitrary: fc.uniqueArray(fc.nat({ max: 40 }), { minLength: 2, maxLength: 24 }) },
  ),
});

/** What happens, in whatever order. */
export const stepArbitrary: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: ask },
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: moment }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('service' as const),
      fate,
      count: fc.integer({ min: 1, max: 6 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('store' as const),
      fault: fc.constantFrom<StoreFault>('none', 'none', 'fails', 'read-only', 'ambiguous', 'stalls'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('platform' as const), isDown: fc.boolean() }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('crash' as const),
      process,
      effects: fc.integer({ min: 1, max: 40 }),
      when: fc.constantFrom('before' as const, 'after' as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('kill' as const), process }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('restart' as const), process }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('freeze' as const),
      process,
      ms: fc.constantFrom(500, 5_000, 20_000, 90_000),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('time-of-day' as const),
      byMs: fc.constantFrom(-HOUR_MS, -30_000, 30_000, HOUR_MS, 30 * HOUR_MS),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'new-secret' as const }) },
);
