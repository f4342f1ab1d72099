import { DAY_MS, HOUR_MS } from '../support/known.ts';
import type { StoreFault } from '../support/store/brittle.ts';
import type { Circumstances } from './play.ts';
import type { Step } from './steps.ts';

/** A sequence in which a fixed bug breaks a promise when the bug is put back. */
interface Finding extends Partial<Circumstances> {
  /** The change that puts the bug back. */
  readonly bug: string;
  readonly steps: readonly Step[];
}

const ask = (imei = 0): Step => ({ kind: 'ask', person: 0, imeis: [imei] });
const wait = (ms: number): Step => ({ kind: 'wait', ms });
const store = (fault: StoreFault): Step => ({ kind: 'store', fault });
const platform = (isDown: boolean, slowMs = 0): Step => ({ kind: 'platform', isDown, slowMs });
const rush = (count: number, of: 'many' | 'one' = 'many'): Step => ({
  kind: 'rush',
  person: 0,
  count,
  of,
});
const fate = (one: Extract<Step, { kind: 'service' }>['fate']): Step => ({
  kind: 'service',
  fate: one,
  count: 1,
});
const set = (byMs: number): Step => ({ kind: 'time-of-day', byMs });
const KILL: Step = { kind: 'kill' };
const RESTART: Step = { kind: 'restart' };
const TAKE_BACK: Step = { kind: 'take-back', person: 0 };
const LIST: Step = { kind: 'ask', person: 0, imeis: Array.from({ length: 30 }, (_, n) => n) };
/** The time after which a first start trusts its store. */
const VOUCHED: readonly Step[] = [wait(61_000), wait(61_000), wait(61_000)];

/** Each sequence was played with and without its bug. Only with the bug a promise is broken. */
export const FINDINGS: readonly Finding[] = [
  {
    bug: 'an insert that was rejected is written again when the store heals, whatever came of it',
    steps: [...VOUCHED, store('all'), ask(), wait(2_500), store('none'), wait(12_000)],
  },
  {
    bug: 'where a reply is shown is stored also when it has been answered',
    steps: [platform(false, 3_000), { kind: 'break', person: 0 }, wait(12_000)],
  },
  {
    bug: 'sends are forgotten after 48 h, while a request is open for longer',
    requestMaxAgeMs: 72 * HOUR_MS,
    steps: [
      wait(61_000),
      wait(31_000),
      fate({ kind: 'reset', afterMs: 300 }),
      platform(true),
      ask(),
      wait(12_000),
      set(30 * HOUR_MS),
      set(30 * HOUR_MS),
      KILL,
      wait(12_000),
    ],
  },
  {
    bug: 'what cannot be stored is sent without withdrawing the mark',
    steps: [
      ...VOUCHED,
      store('writing'),
      wait(2_500),
      rush(19),
      wait(12_000),
      store('none'),
      KILL,
      rush(19),
      wait(31_000),
    ],
  },
  {
    bug: 'what was stored and could not leave any more is not taken back',
    // One of them stops the process between "stored" and "sent".
    steps: [
      ...VOUCHED,
      ...[14, 18, 22, 26, 30, 34].flatMap((ms, imei) => [
        ask(imei),
        wait(ms),
        RESTART,
        wait(2_500),
      ]),
    ],
  },
  {
    bug: 'a question that was taken back is asked again when the answer to that cannot be shown',
    steps: [...VOUCHED, LIST, wait(200), platform(true), TAKE_BACK, wait(700), platform(false)],
  },
  {
    bug: 'a question that was taken back is asked again after a kill',
    steps: [...VOUCHED, LIST, wait(200), platform(false, 3_000), TAKE_BACK, wait(200), KILL],
  },
  {
    bug: 'a question that was taken back while it was being loaded is asked again',
    seed: 907_221_294,
    steps: [ask(), wait(700), KILL, TAKE_BACK, RESTART],
  },
  {
    bug: 'what is taken in while the process stops is run all the same',
    steps: [...VOUCHED, ask(), RESTART, wait(2_500)],
  },
  {
    bug: 'an event that a platform had to keep is new to it when the store fails again',
    seed: 2_126_583_147,
    requestMaxAgeMs: DAY_MS,
    steps: [
      store('writing'),
      ask(5),
      wait(5_400_000),
      store('none'),
      wait(12_000),
      store('all'),
      wait(12_000),
    ],
  },
];
