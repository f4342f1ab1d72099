import { beforeAll, describe, expect, inject, it } from 'vitest';
import { notices } from '../../src/format/reply/notices.ts';
import { sayIn } from '../../src/format/texts/say.ts';
import { hasPostgres, sharedPostgres } from '../support/store/postgres.ts';
import { OPEN_AT_ONCE } from './load.ts';
import type { Shown } from './messages.ts';
import { type ChaosOutcome, runChaos } from './run.ts';

/** With `--mode chaos` many, which takes about an hour on each store, and others each time. */
const isNight = process.env.MODE === 'chaos';
const KILLS = Number(process.env.CHAOS_KILLS ?? (isNight ? 1_000 : 20));
const SEED = Number(process.env.CHAOS_SEED ?? (isNight ? Date.now() % 1_000_000 : 1));
/** Requests in flight when a process is killed. */
const IN_FLIGHT = 4;
const POISONED = notices.poisoned(sayIn('en')).title;

const isClosed = ({ title }: Shown): boolean => title === POISONED;
const closedIn = ({ cases }: ChaosOutcome) =>
  cases.filter(({ answers }) => answers.some(({ shown }) => isClosed(shown)));
const unansweredIn = ({ cases }: ChaosOutcome) =>
  cases.filter(({ accepted, answers }) => !accepted || answers.length === 0);

const TITLE = `a bot killed ${KILLS} times at random moments under a mixed load (CHAOS_SEED=${SEED})`;

describe(`${TITLE}, on SQLite`, () => keepsPromises());

describe.skipIf(!hasPostgres)(`${TITLE}, on PostgreSQL`, () => {
  const server = sharedPostgres();
  keepsPromises(() => server().freshUrl());
});

function keepsPromises(freshUrl?: () => Promise<string>): void {
  let outcome: ChaosOutcome;

  beforeAll(
    async () => {
      const startedAt = performance.now();
      outcome = await runChaos(inject('built'), SEED, KILLS, await freshUrl?.());
      console.log(figuresOf(outcome, performance.now() - startedAt));
    },
    120_000 + KILLS * 15_000,
  );

  it('answers every request, with a result for every IMEI', () => {
    expect(outcome.cases.length).toBeGreaterThan(0);
    expect(unansweredIn(outcome).map(({ asked }) => asked)).toEqual([]);
    for (const { imeis, answers } of outcome.cases) {
      for (const { shown } of answers) {
        if (isClosed(shown)) continue;
        const answered = shown.records.flatMap(({ ok, imei }) => (ok ? imei : [])).toSorted();
        expect({ title: shown.title, answered }).toEqual({
          title: shown.title,
          answered: imeis.toSorted(),
        });
      }
    }
  });

  it('blames no request for the kills, although no process lives for three seconds', () => {
    expect(closedIn(outcome).map(({ asked }) => asked)).toEqual([]);
  });

  it('pays twice only for what was in flight at a kill, and reports that as in doubt', () => {
    expect(outcome.unasked).toEqual([]);
    expect(outcome.paidAgain).toBeLessThanOrEqual(outcome.inDoubt);
    expect(outcome.inDoubt).toBeLessThanOrEqual(IN_FLIGHT * KILLS);
  });

  it('keeps what arrives at the service within its limits across all kills', () => {
    expect(outcome.mostInAWindow).toBeLessThanOrEqual(19);
    expect(outcome.mostAtOnce).toBeLessThanOrEqual(4);
    expect(outcome.isBlocked).toBe(false);
  });

  it('shows an answer again only where a kill came before it was completed', () => {
    const byOne = outcome.cases.flatMap(({ asked, answers }) =>
      answers.map(({ by }) => `${asked.id} by ${by}`),
    );
    expect(byOne.toSorted()).toEqual([...new Set(byOne)].toSorted());
    expect(outcome.shownAgain).toBeLessThanOrEqual(OPEN_AT_ONCE * KILLS);
  });

  it('keeps no IMEI in a readable form, meets no error on the way, and ends well', () => {
    expect(outcome.readable).toEqual([]);
    const errors = outcome.errors
      .split('\n')
      .filter((line) => !line.includes('A request was closed'));
    expect(errors.join('')).toBe('');
    expect(outcome.lastExitCode).toBe(0);
  });
}

function figuresOf(outcome: ChaosOutcome, tookMs: number): string {
  const { cases, paid, paidAgain, inDoubt, mostInAWindow, mostAtOnce, isBlocked, shownAgain } =
    outcome;
  const imeis = cases.reduce((sum, one) => sum + one.imeis.length, 0);
  return [
    `chaos: seed ${SEED}, ${KILLS} kills in ${Math.round(tookMs / 1_000)} s`,
    `${cases.length} requests with ${imeis} IMEIs`,
    `${unansweredIn(outcome).length} unanswered, ${closedIn(outcome).length} closed, ${shownAgain} shown again`,
    `${paid} checks paid, ${paidAgain} of them again, with ${inDoubt} in doubt`,
    `at most ${mostInAWindow} arrivals in a window and ${mostAtOnce} at once`,
    isBlocked ? 'BLOCKED' : 'never blocked',
  ].join('; ');
}
