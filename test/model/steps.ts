import fc from 'fast-check';
import { HOUR_MS } from '../support/known.ts';
import type { StoreFault } from '../support/store/brittle.ts';
import type { Circumstances } from './play.ts';
import type { Fate } from './service.ts';

/** One event in a sequence. */
export type Step =
  | { readonly kind: 'ask'; readonly person: number; readonly imeis: readonly number[] }
  /** Takes back the last request of a person, by an edit of its message. */
  | { readonly kind: 'take-back'; readonly person: number }
  /** Asks for a command that throws. */
  | { readonly kind: 'break'; readonly person: number }
  /**
   * Many requests in the same moment: from different people for different IMEIs, or from one person
   * for one IMEI.
   */
  | {
      readonly kind: 'rush';
      readonly person: number;
      readonly count: number;
      readonly of: 'many' | 'one';
    }
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'service'; readonly fate: Fate; readonly count: number }
  | { readonly kind: 'store'; readonly fault: StoreFault }
  | { readonly kind: 'platform'; readonly isDown: boolean; readonly slowMs: number }
  | { readonly kind: 'crash'; readonly effects: number; readonly when: 'before' | 'after' }
  | { readonly kind: 'kill' }
  | { readonly kind: 'restart' }
  | { readonly kind: 'time-of-day'; readonly byMs: number }
  /** A new file replaces the store, with or without the old mark next to it. */
  | { readonly kind: 'new-store'; readonly keepsMark: boolean };

type Kind = Step['kind'];
type Fields<T> = { readonly [Name in Exclude<keyof T, 'kind'>]: fc.Arbitrary<T[Name]> };

const moment = fc.constantFrom(1, 20, 200, 700, 2_500, 12_000, 31_000, 61_000);
const afterMs = fc.constantFrom(5, 300, 3_000, 9_000);
const person = fc.nat({ max: 2 });
const bodies = fc.constantFrom('', '<html>Too many requests</html>', '{"error":true}', '[]');
const httpStatus = fc.constantFrom(403 as const, 429 as const);

const fate = fc.oneof(
  fc.constantFrom<Fate>({ kind: 'unreachable' }, { kind: 'silence' }),
  ...(['answer', 'reset', 'garbage', 'limited'] as const).map((kind) =>
    fc.record({ kind: fc.constant(kind), afterMs }),
  ),
  fc.record({ kind: fc.constant('refused' as const), httpStatus, body: bodies, afterMs }),
) as fc.Arbitrary<Fate>;

/** Few IMEIs and few people, so that their requests collide. */
const imeis = fc.oneof(
  { weight: 3, arbitrary: fc.array(fc.nat({ max: 5 }), { minLength: 1, maxLength: 1 }) },
  { weight: 1, arbitrary: fc.uniqueArray(fc.nat({ max: 40 }), { minLength: 2, maxLength: 24 }) },
);

/** Each kind of step with its weight and its values. */
const KINDS: {
  readonly [K in Kind]: readonly [weight: number, Fields<Extract<Step, { kind: K }>>];
} = {
  ask: [8, { person, imeis }],
  wait: [
    9,
    {
      ms: fc.oneof(
        { weight: 8, arbitrary: moment },
        { weight: 1, arbitrary: fc.constant(1.5 * HOUR_MS) },
      ),
    },
  ],
  rush: [2, { person, count: fc.integer({ min: 4, max: 24 }), of: fc.constant('many') }],
  'take-back': [2, { person }],
  break: [1, { person }],
  service: [3, { fate, count: fc.integer({ min: 1, max: 6 }) }],
  store: [3, { fault: fc.constantFrom('none', 'none', 'all', 'writing', 'reading', 'unsure') }],
  platform: [2, { isDown: fc.boolean(), slowMs: fc.constantFrom(0, 0, 3_000) }],
  crash: [
    3,
    { effects: fc.integer({ min: 1, max: 40 }), when: fc.constantFrom('before', 'after') },
  ],
  kill: [2, {}],
  restart: [2, {}],
  'time-of-day': [2, { byMs: fc.constantFrom(-HOUR_MS, -30_000, 30_000, HOUR_MS, 30 * HOUR_MS) }],
  'new-store': [1, { keepsMark: fc.boolean() }],
};

const ALWAYS: readonly Kind[] = ['ask', 'wait'];
const SOMETIMES = (Object.keys(KINDS) as Kind[]).filter((kind) => !ALWAYS.includes(kind));
/** More requests than one person may have open. */
const flood = fc.record({
  kind: fc.constant('rush'),
  person,
  count: fc.constant(60),
  of: fc.constant('one'),
});
const step = fc.oneof(
  ...Object.entries(KINDS).map(([kind, [weight, fields]]) => ({
    weight: 3 * weight,
    arbitrary: fc.record({ kind: fc.constant(kind), ...fields }),
  })),
  { weight: 1, arbitrary: flood },
) as fc.Arbitrary<Step>;

/**
 * A random sequence of steps. Each sequence leaves out some kinds of steps, so that the other kinds
 * meet more often.
 */
export function sequenceArbitrary(maxLength: number): fc.Arbitrary<readonly Step[]> {
  const kinds = fc.subarray([...SOMETIMES], { minLength: 1 });
  return fc
    .record({ steps: fc.array(step, { maxLength: 2 * maxLength, size: 'max' }), kinds })
    .map(({ steps, kinds }) =>
      steps.filter(({ kind }) => ALWAYS.includes(kind) || kinds.includes(kind)).slice(0, maxLength),
    );
}

/** The circumstances of a sequence. */
export const circumstancesArbitrary: fc.Arbitrary<Circumstances> = fc.record({
  seed: fc.nat(),
  requestMaxAgeMs: fc.constantFrom(24 * HOUR_MS, 24 * HOUR_MS, HOUR_MS / 2),
});
