import fc from 'fast-check';
import type { Circumstances } from './play.ts';
import type { Fate } from './service.ts';
import type { StoreFault } from './world.ts';

/** One thing that happens to the bot. */
export type Step =
  | {
      readonly kind: 'ask';
      readonly person: number;
      readonly imeis: readonly number[];
    }
  /** Asks for something that breaks. */
  | { readonly kind: 'break'; readonly person: number }
  /** Many ask in the same moment: different people for different things, or one person for one thing again and again. */
  | {
      readonly kind: 'rush';
      readonly person: number;
      readonly count: number;
      readonly of: 'many' | 'one';
    }
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'long-wait'; readonly ms: number }
  | { readonly kind: 'service'; readonly fate: Fate; readonly count: number }
  | { readonly kind: 'store'; readonly fault: StoreFault }
  | { readonly kind: 'platform'; readonly isDown: boolean; readonly slowMs: number }
  | {
      readonly kind: 'crash';
      readonly effects: number;
      readonly when: 'before' | 'after';
    }
  | { readonly kind: 'kill' }
  | { readonly kind: 'restart' }
  | { readonly kind: 'freeze'; readonly ms: number }
  | { readonly kind: 'time-of-day'; readonly byMs: number }
  | { readonly kind: 'new-secret' }
  /** A new file in the place of the store, with or without what stands beside it. */
  | { readonly kind: 'new-store'; readonly keepsMark: boolean };

type Kind = Step['kind'];

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
  fc.record({
    kind: fc.constant('refused' as const),
    httpStatus: fc.constantFrom(403 as const, 429 as const),
    body: fc.constantFrom('', '<html>Too many requests</html>', '{"error":true}', '[]'),
    afterMs,
  }),
);

/** Few IMEIs and few people, so that they get in each other's way. */
const ask = fc.record({
  kind: fc.constant('ask' as const),
  person: fc.nat({ max: 2 }),
  imeis: fc.oneof(
    { weight: 3, arbitrary: fc.array(fc.nat({ max: 5 }), { minLength: 1, maxLength: 1 }) },
    { weight: 1, arbitrary: fc.uniqueArray(fc.nat({ max: 40 }), { minLength: 2, maxLength: 24 }) },
  ),
});

const person = fc.nat({ max: 2 });
const rush = fc.record({
  kind: fc.constant('rush' as const),
  person,
  ...{ count: fc.integer({ min: 4, max: 24 }), of: fc.constant('many' as const) },
});
/** More than one person may have open. */
const flood = fc.record({
  kind: fc.constant('rush' as const),
  person,
  ...{ count: fc.constant(60), of: fc.constant('one' as const) },
});

/** What can happen, and how often, of each kind. */
const KINDS: { readonly [K in Kind]: fc.WeightedArbitrary<Extract<Step, { kind: K }>> } = {
  ask: { weight: 8, arbitrary: ask },
  wait: { weight: 8, arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: moment }) },
  rush: { weight: 2, arbitrary: fc.oneof({ weight: 5, arbitrary: rush }, { weight: 1, arbitrary: flood }) },
  break: { weight: 1, arbitrary: fc.record({ kind: fc.constant('break' as const), person }) },
  service: {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('service' as const),
      fate,
      count: fc.integer({ min: 1, max: 6 }),
    }),
  },
  store: {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('store' as const),
      fault: fc.constantFrom<StoreFault>('none', 'none', 'fails', 'read-only', 'ambiguous', 'stalls'),
    }),
  },
  platform: {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('platform' as const),
      isDown: fc.boolean(),
      slowMs: fc.constantFrom(0, 0, 3_000),
    }),
  },
  crash: {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('crash' as const),
      effects: fc.integer({ min: 1, max: 40 }),
      when: fc.constantFrom('before' as const, 'after' as const),
    }),
  },
  kill: { weight: 2, arbitrary: fc.record({ kind: fc.constant('kill' as const) }) },
  restart: { weight: 2, arbitrary: fc.record({ kind: fc.constant('restart' as const) }) },
  freeze: {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('freeze' as const),
      ms: fc.constantFrom(500, 5_000, 20_000, 90_000),
    }),
  },
  'time-of-day': {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('time-of-day' as const),
      byMs: fc.constantFrom(-HOUR_MS, -30_000, 30_000, HOUR_MS, 30 * HOUR_MS),
    }),
  },
  'new-secret': { weight: 1, arbitrary: fc.constant({ kind: 'new-secret' as const }) },
  'new-store': {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('new-store' as const), keepsMark: fc.boolean() }),
  },
  'long-wait': {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('long-wait' as const), ms: fc.constant(1.5 * HOUR_MS) }),
  },
};

const ALWAYS: readonly Kind[] = ['ask', 'wait'];
const SOMETIMES = (Object.keys(KINDS) as Kind[]).filter((kind) => !ALWAYS.includes(kind));

/**
 * What happens, in whatever order. A sequence leaves out some kinds altogether, so that those it has meet each other more
 * often than where anything can happen.
 */
export function sequenceArbitrary({
  maxLength,
}: {
  readonly maxLength: number;
}): fc.Arbitrary<readonly Step[]> {
  const step: fc.Arbitrary<Step> = fc.oneof(...Object.values<fc.WeightedArbitrary<Step>>(KINDS));
  return fc
    .record({
      steps: fc.array(step, { maxLength: 2 * maxLength, size: 'max' }),
      kinds: fc.subarray([...SOMETIMES], { minLength: 1 }),
    })
    .map(({ steps, kinds }) =>
      steps.filter(({ kind }) => ALWAYS.includes(kind) || kinds.includes(kind)).slice(0, maxLength),
    );
}

/** Where it happens. Most installations let a request live for a day. */
export const circumstancesArbitrary: fc.Arbitrary<Circumstances> = fc.record({
  seed: fc.nat(),
  requestMaxAgeMs: fc.constantFrom(24 * HOUR_MS, 24 * HOUR_MS, 72 * HOUR_MS, HOUR_MS / 2),
});
