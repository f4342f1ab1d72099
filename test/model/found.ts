import type { Step } from './steps.ts';

/** A sequence that once broke a promise, in its shortest form. */
interface Found {
  readonly what: string;
  readonly processes: 1 | 2;
  readonly steps: readonly Step[];
}

const ask = (process: 0 | 1, ...imeis: number[]) => ({ kind: 'ask', process, person: 0, imeis }) as const;
const wait = (ms: number): Step => ({ kind: 'wait', ms });
const store = (fault: 'fails' | 'ambiguous' | 'stalls' | 'read-only' | 'none'): Step => ({
  kind: 'store',
  fault,
});

/** Two processes are told of one request, which neither can write down, nor answer. */
const TOLD_TWO_UNHEARD: readonly Step[] = [
  store('fails'),
  { kind: 'break', process: 0, person: 0 },
  { kind: 'platform', isDown: true, slowMs: 0 },
  { kind: 'restart', process: 1 },
];

/** What the model has found, played in every run. */
export const FOUND: readonly Found[] = [
  {
    what: 'what two processes were told of behind a store that failed, while the platform could not be reached for long',
    processes: 2,
    steps: [
      ...TOLD_TWO_UNHEARD,
      ...[store('none'), wait(12_000), ask(1, 3)],
      { kind: 'rush', process: 0, person: 1, count: 17, of: 'many' },
    ],
  },
  {
    what: 'what two processes were told of behind a store that failed for long, and may show in the moment in which it works again',
    processes: 2,
    steps: [
      ...TOLD_TWO_UNHEARD,
      { kind: 'long-wait', ms: 5_400_000 },
      ask(1, 3),
      { kind: 'rush', process: 0, person: 1, count: 17, of: 'many' },
    ],
  },
  {
    what: 'more than fifty of one person delivered again at once, all of which are answered',
    processes: 1,
    steps: [
      store('fails'),
      { kind: 'rush', process: 0, person: 1, count: 60, of: 'one' },
      wait(61_000),
      { kind: 'ask', process: 0, person: 1, imeis: [0] },
      wait(1),
    ],
  },
  {
    what: 'a request too old to be run, which the store cannot read in the moment it is taken up',
    processes: 1,
    steps: [
      ...[ask(0, 0), wait(1)],
      { kind: 'crash', process: 0, effects: 1, when: 'before' },
      ...[wait(61_000), { kind: 'time-of-day', byMs: 108_000_000 } as const],
      ...[store('fails'), { kind: 'freeze', process: 0, ms: 500 } as const],
    ],
  },
  {
    what: 'an insert that the store carries out after it was given up',
    processes: 1,
    steps: [ask(0, 0), store('stalls'), wait(2_500)],
  },
  {
    what: 'an event delivered again beside its own resumption, while the store cannot tell',
    processes: 1,
    steps: [
      store('ambiguous'),
      { kind: 'crash', process: 0, effects: 2, when: 'after' },
      ask(0, 0),
      wait(1),
      wait(1),
    ],
  },
  {
    what: 'what was left open under a time of day that has been set back since',
    processes: 1,
    steps: [
      ask(0, 4),
      { kind: 'time-of-day', byMs: -30_000 },
      wait(20),
      store('fails'),
      { kind: 'kill', process: 0 },
    ],
  },
  {
    what: 'a failure in doubt that could not be written down, and whose reply could not be shown',
    processes: 1,
    steps: [
      store('fails'),
      ask(0, 0),
      { kind: 'platform', isDown: true, slowMs: 0 },
      { kind: 'service', fate: { kind: 'reset', afterMs: 300 }, count: 3 },
      wait(12_000),
      wait(61_000),
    ],
  },
  {
    what: 'an event that two processes accepted while the store failed',
    processes: 2,
    steps: [
      store('ambiguous'),
      ask(0, 4),
      { kind: 'restart', process: 1 },
      { kind: 'freeze', process: 0, ms: 20_000 },
    ],
  },
  {
    what: 'a process that stood still before its first word was heard',
    processes: 2,
    steps: [
      wait(400),
      { kind: 'kill', process: 0 },
      ask(0, 34, 36, 0, 32, 25),
      { kind: 'service', fate: { kind: 'unreachable' }, count: 2 },
      { kind: 'freeze', process: 0, ms: 90_000 },
    ],
  },
  {
    what: 'every row of a living process gone at once, since the clock of the store was set forward',
    processes: 2,
    steps: [
      wait(31_000),
      { kind: 'kill', process: 0 },
      ask(0, 0, 1, 2, 3, 4),
      { kind: 'time-of-day', byMs: 30_000 },
    ],
  },
  {
    what: 'a reservation that the store carries out after its process has left the request to another',
    processes: 2,
    steps: [store('stalls'), ask(0, 4), wait(12_000), ask(0, 0), { kind: 'restart', process: 0 }, wait(200)],
  },
  {
    what: 'an event that another process answers while this one cannot write that it has accepted it',
    processes: 2,
    steps: [ask(1, 4), store('stalls'), wait(1), { kind: 'restart', process: 0 }],
  },
  {
    what: 'an answered event delivered again to a life that cannot tell whether it has accepted it',
    processes: 1,
    steps: [
      store('ambiguous'),
      ask(0, 0),
      wait(61_000),
      store('none'),
      wait(12_000),
      store('ambiguous'),
      { kind: 'kill', process: 0 },
      wait(1),
    ],
  },
  {
    what: 'the same beside the process that has answered it',
    processes: 2,
    steps: [
      ask(0, 1),
      wait(2_500),
      store('ambiguous'),
      ask(1, 1),
      { kind: 'crash', process: 0, effects: 1, when: 'before' },
      wait(61_000),
      wait(31_000),
    ],
  },
  {
    what: 'several events that two processes accepted while the store could only be read',
    processes: 2,
    steps: [
      ...[ask(0, 0), ask(0, 0), ask(0, 0), ask(0, 0), ask(0, 0)],
      store('read-only'),
      ask(0, 0),
      { kind: 'kill', process: 1 },
    ],
  },
  {
    what: 'more of one person than may be open, some of which only wait to be shown',
    processes: 1,
    steps: [
      { kind: 'rush', process: 0, person: 0, count: 4, of: 'many' },
      { kind: 'platform', isDown: true, slowMs: 0 },
      wait(61_000),
      { kind: 'rush', process: 0, person: 0, count: 60, of: 'one' },
    ],
  },
  {
    what: 'two waiters of a killed process taken over one after the other, the first of which ends in doubt',
    processes: 2,
    steps: [
      { kind: 'service', fate: { kind: 'garbage', afterMs: 5 }, count: 1 },
      ...[ask(1, 0), ask(1, 1), wait(1), ask(1, 1)],
      { kind: 'crash', process: 1, effects: 30, when: 'before' },
      wait(31_000),
    ],
  },
  {
    what: 'a request of a killed process, whose IMEI another one finds in doubt before it takes the request over',
    processes: 2,
    steps: [
      { kind: 'service', fate: { kind: 'reset', afterMs: 3_000 }, count: 1 },
      ...[wait(20_000), ask(1, 0), { kind: 'crash', process: 1, effects: 9, when: 'after' } as const],
      ...[wait(700), ask(0, 0), wait(31_000)],
    ],
  },
  {
    what: 'two processes that ask for the status at once, one of which is refused before the other hears that all is well',
    processes: 2,
    steps: [
      { kind: 'service', fate: { kind: 'limited', afterMs: 5 }, count: 4 },
      ...[ask(0, 0, 1, 2), wait(12_000), wait(12_000), wait(31_000)],
      { kind: 'crash', process: 0, effects: 26, when: 'before' },
      ...[{ kind: 'restart', process: 1 } as const, wait(61_000), ask(0, 0)],
    ],
  },
  {
    what: 'a process that is killed as it writes down what it sends next, once the store has healed',
    processes: 1,
    steps: [
      ...[ask(0, 0), store('fails')],
      { kind: 'crash', process: 0, effects: 23, when: 'after' },
      ...[wait(61_000), ask(0, 1, 2)],
    ],
  },
  {
    what: 'more of one person than may be open, accepted by one process and delivered to another while the store stalls',
    processes: 2,
    steps: [
      { kind: 'crash', process: 0, effects: 1, when: 'before' },
      { kind: 'rush', process: 0, person: 0, count: 4, of: 'many' },
      store('stalls'),
      { kind: 'rush', process: 1, person: 0, count: 60, of: 'one' },
      wait(12_000),
    ],
  },
  {
    what: 'more of one person than may be open, refused slowly by one process and delivered to another meanwhile',
    processes: 2,
    steps: [
      { kind: 'platform', isDown: false, slowMs: 3_000 },
      { kind: 'rush', process: 0, person: 0, count: 60, of: 'one' },
      { kind: 'crash', process: 1, effects: 1, when: 'before' },
      wait(1),
    ],
  },
  {
    what: 'a killed process whose heartbeat does not expire, since the clock of the store was set back',
    processes: 2,
    steps: [
      { kind: 'crash', process: 1, effects: 9, when: 'before' },
      ask(1, 0),
      ...[0, 0].map((): Step => ({ kind: 'time-of-day', byMs: -3_600_000 })),
    ],
  },
  {
    what: 'what two processes were told of while the store stalls, of which one has the row and the other the claim',
    processes: 2,
    steps: [store('stalls'), ask(1, 0), wait(12_000), { kind: 'kill', process: 0 }, wait(200)],
  },
  {
    what: 'several events that a new process is told of as well while the store stalls',
    processes: 2,
    steps: [
      { kind: 'rush', process: 0, person: 2, count: 15, of: 'many' },
      ...[store('stalls'), { kind: 'restart', process: 1 } as const, wait(700)],
    ],
  },
  {
    what: 'what could not be started again before it was too old, since the store could only be read',
    processes: 1,
    steps: [
      { kind: 'rush', process: 0, person: 2, count: 5, of: 'many' },
      ...[wait(700), { kind: 'kill', process: 0 } as const, store('read-only')],
      ...[{ kind: 'time-of-day', byMs: 108_000_000 } as const, wait(700)],
    ],
  },
  {
    what: 'a breaker whose time to look at the key would be put off again and again, since the clock of two processes was set back',
    processes: 2,
    steps: [
      ask(0, 36, 30, 40, 38, 4, 29, 31, 18, 26, 0, 33, 39, 23, 11),
      { kind: 'service', fate: { kind: 'refused', httpStatus: 403, body: '', afterMs: 3_000 }, count: 5 },
      wait(31_000),
      ...[0, 0, 0].map((): Step => ({ kind: 'time-of-day', byMs: -3_600_000 })),
    ],
  },
  {
    what: 'many requests of a killed process that wait for their turns for longer than it takes to find strays',
    processes: 2,
    steps: [
      { ...ask(0, 15, 26, 19, 13, 6, 27, 35, 25, 2, 18, 9, 36, 22, 32), person: 1 },
      ...[{ ...ask(0, 1), person: 2 }, ask(0, 2)],
      { kind: 'rush', process: 0, person: 2, count: 12, of: 'many' },
      { kind: 'rush', process: 0, person: 2, count: 16, of: 'many' },
      ...[wait(200), store('read-only'), ask(0, 4), { kind: 'kill', process: 0 } as const, wait(12_000)],
      { kind: 'rush', process: 1, person: 1, count: 12, of: 'many' },
    ],
  },
  {
    what: 'a refusal of the service while the store stalls, and checks that were let through before it',
    processes: 1,
    steps: [
      store('stalls'),
      { kind: 'rush', process: 0, person: 0, count: 20, of: 'many' },
      { kind: 'service', fate: { kind: 'limited', afterMs: 3_000 }, count: 1 },
      ...[wait(31_000), wait(61_000)],
    ],
  },
  {
    what: 'a failure of what left unwritten, where the process ends long after the store works again',
    processes: 1,
    steps: [
      { kind: 'service', fate: { kind: 'garbage', afterMs: 5 }, count: 4 },
      ...[store('read-only'), { kind: 'platform', isDown: true, slowMs: 0 } as const],
      ...[ask(0, 3), { kind: 'long-wait', ms: 5_400_000 } as const],
      { kind: 'crash', process: 0, effects: 10, when: 'after' },
    ],
  },
  {
    what: 'one IMEI asked for in two processes, and the clock of their store set forward while the first waits for its answer',
    processes: 2,
    steps: [
      { kind: 'service', fate: { kind: 'answer', afterMs: 9_000 }, count: 2 },
      ...[ask(0, 0), wait(2_500), { kind: 'time-of-day', byMs: 3_600_000 } as const],
      ...[ask(1, 0), wait(31_000)],
    ],
  },
  {
    what: 'a process that lives, whose heartbeats expire before they are seen, since the clock of the store is set forward again and again',
    processes: 2,
    steps: [
      { kind: 'service', fate: { kind: 'answer', afterMs: 9_000 }, count: 2 },
      ...[wait(20_000), ask(0, 0)],
      ...Array.from({ length: 45 }, () => [wait(200), { kind: 'time-of-day', byMs: 30_000 } as const]).flat(),
      wait(31_000),
    ],
  },
  {
    what: 'a process that stood still twice, whose first heartbeat after that has expired before it is written, and the dead one of which stays, since the clock was set back',
    processes: 2,
    steps: [
      { kind: 'platform', isDown: false, slowMs: 3_000 },
      ...[ask(0, 0, 1), { kind: 'time-of-day', byMs: -3_600_000 } as const],
      ...[90_000, 20_000].map((ms): Step => ({ kind: 'freeze', process: 0, ms })),
      wait(31_000),
    ],
  },
  {
    what: 'a process that is asked again right after it stood still, where its first heartbeat expires since the clock is set forward',
    processes: 2,
    steps: [
      { kind: 'platform', isDown: false, slowMs: 3_000 },
      { kind: 'service', fate: { kind: 'answer', afterMs: 9_000 }, count: 1 },
      ...[wait(2_200), ask(0, 0), wait(500), { kind: 'freeze', process: 0, ms: 20_000 } as const],
      ...[{ kind: 'time-of-day', byMs: 30_000 } as const, ask(0, 1), wait(31_000)],
    ],
  },
  {
    what: 'a status that is refused for the limit while a list waits for what it says of the account',
    processes: 2,
    steps: [
      { kind: 'service', fate: { kind: 'refused', httpStatus: 403, body: '', afterMs: 5 }, count: 1 },
      { kind: 'service', fate: { kind: 'refused', httpStatus: 429, body: '', afterMs: 5 }, count: 1 },
      ask(0, 0),
      { kind: 'crash', process: 0, effects: 6, when: 'before' },
      ...[wait(61_000), ask(0, 0, 2, 1, 3, 4), wait(61_000)],
    ],
  },
  {
    what: 'a process that is told that another one has answered, while it waits for a store that stalled to say whose the request is',
    processes: 2,
    steps: [
      ask(0, 0),
      { kind: 'break', process: 1, person: 0 },
      store('stalls'),
      { kind: 'restart', process: 0 },
    ],
  },
  {
    what: 'a request whose acceptance is dated by a clock that was set back in the very moment it came, and which is too old when it is set right',
    processes: 2,
    steps: [
      ...[{ kind: 'platform', isDown: true, slowMs: 0 } as const, ask(0, 0)],
      { kind: 'time-of-day', byMs: -108_000_000 },
      ...[wait(200), { kind: 'time-of-day', byMs: 108_000_000 } as const, wait(12_000)],
    ],
  },
  {
    what: 'what two processes begin to show on a slow platform while nothing can be written, and show when the store works again',
    processes: 2,
    steps: [
      ...[{ kind: 'platform', isDown: false, slowMs: 3_000 } as const, ask(0, 3), wait(12_000)],
      ...[store('read-only'), { kind: 'break', process: 0, person: 0 } as const],
      ...[{ kind: 'kill', process: 1 } as const, wait(700)],
    ],
  },
  {
    what: 'what two processes were told of, where the store works again while each fails to show it on a slow platform',
    processes: 2,
    steps: [
      ...[store('read-only'), { kind: 'platform', isDown: true, slowMs: 3_000 } as const],
      ...[
        { kind: 'break', process: 0, person: 0 } as const,
        { kind: 'kill', process: 1 } as const,
        wait(700),
      ],
      ...[store('none'), wait(12_000)],
      ...[{ kind: 'platform', isDown: false, slowMs: 3_000 } as const, wait(61_000)],
    ],
  },
];
