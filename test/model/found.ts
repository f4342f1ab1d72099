import type { Step } from './steps.ts';

/** A sequence that once broke a promise, in its shortest form. */
interface Found {
  readonly what: string;
  readonly steps: readonly Step[];
}

const ask = (...imeis: number[]) => ({ kind: 'ask', person: 0, imeis }) as const;
const wait = (ms: number): Step => ({ kind: 'wait', ms });
const store = (fault: 'fails' | 'ambiguous' | 'stalls' | 'read-only' | 'none'): Step => ({
  kind: 'store',
  fault,
});

/** What the model has found, played in every run. */
export const FOUND: readonly Found[] = [
  {
    what: 'more than fifty of one person delivered again at once, all of which are answered',
    steps: [
      store('fails'),
      { kind: 'rush', person: 1, count: 60, of: 'one' },
      wait(61_000),
      { kind: 'ask', person: 1, imeis: [0] },
      wait(1),
    ],
  },
  {
    what: 'a request too old to be run, which the store cannot read in the moment it is taken up',
    steps: [
      ...[ask(0), wait(1)],
      { kind: 'crash', effects: 1, when: 'before' },
      ...[wait(61_000), { kind: 'time-of-day', byMs: 108_000_000 } as const],
      ...[store('fails'), { kind: 'freeze', ms: 500 } as const],
    ],
  },
  {
    what: 'an insert that the store carries out after it was given up',
    steps: [ask(0), store('stalls'), wait(2_500)],
  },
  {
    what: 'an event delivered again beside its own resumption, while the store cannot tell',
    steps: [store('ambiguous'), { kind: 'crash', effects: 2, when: 'after' }, ask(0), wait(1), wait(1)],
  },
  {
    what: 'what was left open under a time of day that has been set back since',
    steps: [ask(4), { kind: 'time-of-day', byMs: -30_000 }, wait(20), store('fails'), { kind: 'kill' }],
  },
  {
    what: 'a failure in doubt that could not be written down, and whose reply could not be shown',
    steps: [
      store('fails'),
      ask(0),
      { kind: 'platform', isDown: true, slowMs: 0 },
      { kind: 'service', fate: { kind: 'reset', afterMs: 300 }, count: 3 },
      wait(12_000),
      wait(61_000),
    ],
  },
  {
    what: 'an answered event delivered again to a life that cannot tell whether it has accepted it',
    steps: [
      store('ambiguous'),
      ask(0),
      wait(61_000),
      store('none'),
      wait(12_000),
      store('ambiguous'),
      { kind: 'kill' },
      wait(1),
    ],
  },
  {
    what: 'more of one person than may be open, some of which only wait to be shown',
    steps: [
      { kind: 'rush', person: 0, count: 4, of: 'many' },
      { kind: 'platform', isDown: true, slowMs: 0 },
      wait(61_000),
      { kind: 'rush', person: 0, count: 60, of: 'one' },
    ],
  },
  {
    what: 'a process that is killed as it writes down what it sends next, once the store has healed',
    steps: [
      ...[ask(0), store('fails')],
      { kind: 'crash', effects: 23, when: 'after' },
      ...[wait(61_000), ask(1, 2)],
    ],
  },
  {
    what: 'what could not be started again before it was too old, since the store could only be read',
    steps: [
      { kind: 'rush', person: 2, count: 5, of: 'many' },
      ...[wait(700), { kind: 'kill' } as const, store('read-only')],
      ...[{ kind: 'time-of-day', byMs: 108_000_000 } as const, wait(700)],
    ],
  },
  {
    what: 'a refusal of the service while the store stalls, and checks that were let through before it',
    steps: [
      store('stalls'),
      { kind: 'rush', person: 0, count: 20, of: 'many' },
      { kind: 'service', fate: { kind: 'limited', afterMs: 3_000 }, count: 1 },
      ...[wait(31_000), wait(61_000)],
    ],
  },
  {
    what: 'a failure of what left unwritten, where the process ends long after the store works again',
    steps: [
      { kind: 'service', fate: { kind: 'garbage', afterMs: 5 }, count: 4 },
      ...[store('read-only'), { kind: 'platform', isDown: true, slowMs: 0 } as const],
      ...[ask(3), { kind: 'long-wait', ms: 5_400_000 } as const],
      { kind: 'crash', effects: 10, when: 'after' },
    ],
  },
];
