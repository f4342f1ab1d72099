import type { Circumstances } from './play.ts';
import type { Step } from './steps.ts';

/** A sequence in which a bug that once was there breaks a promise as soon as it is put back. */
interface Finding {
  /** Its number among those of the review that found it. */
  readonly finding: string;
  /** What has to be put back. */
  readonly bug: string;
  readonly circumstances: Circumstances;
  readonly steps: readonly Step[];
}

const ask = (imei = 0): Step => ({ kind: 'ask', person: 0, imeis: [imei] });
const wait = (ms: number): Step => ({ kind: 'wait', ms });
const store = (fault: 'fails' | 'stalls' | 'read-only' | 'none'): Step => ({ kind: 'store', fault });
const KILL: Step = { kind: 'kill' };
const platform = (isDown: boolean, slowMs = 0): Step => ({ kind: 'platform', isDown, slowMs });
const rush = (count: number, of: 'many' | 'one' = 'many'): Step => ({
  ...{ kind: 'rush', person: 0 },
  count,
  of,
});
const resets = (afterMs: number): Step => ({ kind: 'service', fate: { kind: 'reset', afterMs }, count: 1 });
const refuses = (httpStatus: 403 | 429): Step => ({
  kind: 'service',
  fate: { kind: 'refused', httpStatus, body: '<html>', afterMs: 5 },
  count: 1,
});
/** After so long a first start vouches for its store. */
const VOUCHED: readonly Step[] = [wait(61_000), wait(61_000), wait(61_000)];
const HOUR_MS = 3_600_000;
const ONE = { seed: 0 } as const;

/** Each was played with its bug and without: with it a promise is broken, without it none is. */
export const FINDINGS: readonly Finding[] = [
  {
    finding: '1',
    bug: 'an insert that was rejected is written again when the store heals, whatever came of it',
    circumstances: ONE,
    steps: [...VOUCHED, store('fails'), ask(), wait(2_500), store('none'), wait(12_000)],
  },
  {
    finding: '2',
    bug: 'its own row, carried out late, is taken for another’s',
    circumstances: ONE,
    steps: [ask(), store('stalls'), wait(12_000)],
  },
  {
    finding: '3',
    bug: 'a reply that cannot be shown is tried without end',
    circumstances: { ...ONE, requestMaxAgeMs: HOUR_MS / 2 },
    steps: [platform(true), ask(), wait(200), { kind: 'long-wait', ms: 1.5 * HOUR_MS }],
  },
  {
    finding: '4',
    bug: 'where a reply stands is written down also when it has been answered',
    circumstances: ONE,
    steps: [platform(false, 3_000), { kind: 'break', person: 0 }, wait(12_000)],
  },
  {
    finding: '5',
    bug: 'the ledger forgets after 48 h what an open request has sent',
    circumstances: { ...ONE, requestMaxAgeMs: 72 * HOUR_MS },
    steps: [
      ...[wait(61_000), wait(31_000), resets(300), platform(true), ask(), wait(12_000)],
      { kind: 'time-of-day', byMs: 30 * HOUR_MS },
      { kind: 'time-of-day', byMs: 30 * HOUR_MS },
      ...[KILL, wait(12_000)],
    ],
  },
  {
    finding: '6',
    bug: 'a request is counted only when it is accepted',
    circumstances: ONE,
    steps: [rush(60, 'one')],
  },
  {
    finding: '9',
    bug: 'an answer that cannot be read is as good as none after a kill',
    circumstances: ONE,
    steps: [
      ...[wait(61_000), wait(31_000)],
      { kind: 'service', fate: { kind: 'garbage', afterMs: 5 }, count: 1 },
      { kind: 'crash', effects: 12, when: 'after' },
      ...[ask(), wait(2_500)],
    ],
  },
  {
    finding: '11',
    bug: 'what cannot be written down is sent without withdrawing the mark',
    circumstances: ONE,
    steps: [
      ...VOUCHED,
      ...[store('read-only'), wait(2_500), rush(19), wait(12_000), store('none')],
      ...[KILL, rush(19), wait(31_000)],
    ],
  },
  {
    finding: '12',
    bug: 'how long ago something was sent is told by the time of day alone',
    circumstances: ONE,
    steps: [
      ...[...VOUCHED, rush(19), wait(12_000)],
      { kind: 'time-of-day', byMs: HOUR_MS },
      { kind: 'restart' },
      ...[rush(19), wait(31_000)],
    ],
  },
  {
    finding: '14',
    bug: 'a 429 without a known message is read as unreadable',
    circumstances: ONE,
    steps: [wait(61_000), wait(31_000), refuses(429), ask(), wait(2_500), ask(1), wait(12_000)],
  },
  {
    finding: '14, over a restart',
    bug: 'a start does not take up the breaker that was left open',
    circumstances: ONE,
    steps: [
      ...[wait(61_000), wait(31_000), refuses(403), ask(), wait(12_000)],
      { kind: 'restart' },
      ...[ask(1), wait(61_000), wait(31_000)],
    ],
  },
  {
    finding: '15',
    bug: 'what was written down and could not leave any more is not taken back',
    circumstances: ONE,
    steps: [
      ...VOUCHED,
      // One of them stops the process between "written down" and "sent".
      ...[14, 18, 22, 26, 30, 34].flatMap((ms, imei): Step[] => [
        ...[ask(imei), wait(ms)],
        ...[{ kind: 'restart' } as const, wait(2_500)],
      ]),
    ],
  },
  {
    finding: 'a stop while a request is written down',
    bug: 'what is taken in while the process stops is run all the same',
    circumstances: ONE,
    steps: [...VOUCHED, ask(), { kind: 'restart' }, wait(2_500)],
  },
  {
    finding: 'a store without its memory',
    bug: 'a start goes by what is in the ledger, whole or not',
    circumstances: ONE,
    steps: [
      ...[...VOUCHED, rush(19), wait(12_000)],
      { kind: 'new-store', keepsMark: true },
      ...[rush(19), wait(31_000)],
    ],
  },
  {
    finding: 'a changed secret',
    bug: 'the same, and rows that cannot be read count as none',
    circumstances: ONE,
    steps: [...VOUCHED, rush(19), wait(12_000), { kind: 'new-secret' }, rush(19), wait(31_000)],
  },
];
