import { beforeAll, describe, expect, inject, it } from 'vitest';
import { OPEN_AT_ONCE } from '../support/chaos-load.ts';
import { type ChaosOutcome, runChaos } from '../support/chaos-run.ts';

/** Many in `npm run test:chaos`, which takes about half an hour; few in `npm test`. */
const KILLS = Number(process.env.CHAOS_KILLS ?? (process.env.MODE === 'chaos' ? 1_000 : 3));
const SEED = Number(process.env.CHAOS_SEED ?? Date.now() % 1_000_000);
/** Requests in flight when a process is killed. */
const IN_FLIGHT = 4;

describe(`GIVEN a bot killed ${KILLS} times at random moments under a mixed load (CHAOS_SEED=${SEED})`, () => {
  let outcome: ChaosOutcome;

  beforeAll(
    async () => {
      const startedAt = performance.now();
      outcome = await runChaos({ built: inject('built'), seed: SEED, kills: KILLS });
      console.log(figuresOf(outcome, performance.now() - startedAt));
    },
    90_000 + KILLS * 10_000,
  );

  it('answers every request that was accepted', () => {
    const unanswered = outcome.cases.filter(({ accepted, answers }) => !accepted || answers.length === 0);

    expect(outcome.cases.length).toBeGreaterThan(0);
    expect(unanswered.map(({ asked }) => asked.id)).toEqual([]);
  });

  it('answers with a result for every IMEI, whatever was killed in the middle of it', () => {
    const results = outcome.cases.flatMap(({ imeis, answers }) =>
      answers.map(({ shown }) => ({
        asked: [...imeis].sort(),
        answered: shown.records
          .filter(({ ok }) => ok)
          .map(({ imei }) => imei)
          .sort(),
      })),
    );

    for (const { asked, answered } of results) expect(answered).toEqual(asked);
  });

  it('pays for nothing twice but what was in flight at a kill', () => {
    expect(outcome.paid).toBeLessThanOrEqual(outcome.mostCharged + outcome.inDoubt);
  });

  it('reports what was in flight at the kills, and nothing else, as in doubt', () => {
    expect(outcome.inDoubt).toBeGreaterThanOrEqual(0);
    expect(outcome.inDoubt).toBeLessThanOrEqual(IN_FLIGHT * KILLS);
  });

  it('never crosses a limit of the service, across all restarts', () => {
    expect(outcome.mostInAWindow).toBeLessThanOrEqual(19);
    expect(outcome.mostAtOnce).toBeLessThanOrEqual(4);
    expect(outcome.blocked).toBe(false);
  });

  it('shows an answer again only where a kill came before it was struck out', () => {
    const byOne = outcome.cases.flatMap(({ asked, answers }) =>
      answers.map(({ by }) => `${asked.id} by ${by}`),
    );

    expect(byOne.toSorted()).toEqual([...new Set(byOne)].toSorted());
    expect(outcome.shownAgain).toBeLessThanOrEqual(OPEN_AT_ONCE * KILLS);
  });

  it('keeps no IMEI in a readable form in the store', () => {
    expect(outcome.readable).toEqual([]);
  });

  it('meets no error on the way, and ends well', () => {
    expect(outcome.errors).toBe('');
    expect(outcome.lastExitCode).toBe(0);
  });
});

function figuresOf(outcome: ChaosOutcome, tookMs: number): string {
  const { cases } = outcome;
  const imeis = cases.reduce((sum, one) => sum + one.imeis.length, 0);
  const unanswered = cases.filter(({ answers }) => answers.length === 0).length;
  return [
    `chaos: seed ${SEED}, ${KILLS} kills in ${Math.round(tookMs / 1_000)} s`,
    `${cases.length} requests with ${imeis} IMEIs, ${unanswered} unanswered, ${outcome.shownAgain} shown again`,
    `${outcome.paid} checks paid of at most ${outcome.mostCharged} asked + ${outcome.inDoubt} in doubt`,
    `at most ${outcome.mostInAWindow} arrivals in a window and ${outcome.mostAtOnce} at once`,
    outcome.blocked ? 'BLOCKED' : 'never blocked',
  ].join('; ');
}
