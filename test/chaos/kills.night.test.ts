import { beforeAll, describe, expect, inject, it } from 'vitest';
import { HOSTILE_FILE_ANSWERS } from '../support/chaos/files.ts';
import { FILES_AT_ONCE, OPEN_AT_ONCE } from '../support/chaos/load.ts';
import { type ChaosOutcome, lostIn, unansweredIn } from '../support/chaos/outcome.ts';
import { runChaos } from '../support/chaos/run.ts';

/** Many in `npm run test:chaos`, which takes about an hour. */
const KILLS = Number(process.env.CHAOS_KILLS ?? (process.env.MODE === 'chaos' ? 1_000 : 20));
const SEED = Number(process.env.CHAOS_SEED ?? Date.now() % 1_000_000);
/** Requests in flight when a process is killed. */
const IN_FLIGHT = 4;

describe(`GIVEN a bot killed ${KILLS} times at random moments, sometimes with its store swapped, under a mixed load with hostile files (CHAOS_SEED=${SEED})`, () => {
  let outcome: ChaosOutcome;

  beforeAll(
    async () => {
      const startedAt = performance.now();
      outcome = await runChaos({ built: inject('built'), seed: SEED, kills: KILLS });
      console.log(figuresOf(outcome, performance.now() - startedAt));
    },
    120_000 + KILLS * 15_000,
  );

  it('throws what it is to throw: hostile files, and stores that know less than was done', () => {
    // Of few, all may stand in a store that is swapped; that the others are answered is promised below.
    expect(outcome.cases.some(({ isHostile, accepted }) => isHostile && accepted)).toBe(true);
    if (KILLS >= 2) expect(outcome.swaps).not.toEqual([]);
  });

  it('answers every request that was accepted, but for those that stood in no store that it was given', () => {
    expect(outcome.cases.length).toBeGreaterThan(0);
    expect(unansweredIn(outcome.cases).map(({ asked }) => asked)).toEqual([]);
    // Of each swap those that were open at the time, at most.
    expect(lostIn(outcome.cases).length).toBeLessThanOrEqual(
      (OPEN_AT_ONCE + FILES_AT_ONCE) * outcome.swaps.length,
    );
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

  it('answers hostile files with what is wrong with them, and pays for nothing in them', () => {
    const titles = outcome.cases
      .filter(({ isHostile }) => isHostile)
      .flatMap(({ answers }) => answers.map(({ shown }) => shown.title));

    expect(titles.filter((title) => !HOSTILE_FILE_ANSWERS.includes(title))).toEqual([]);
    expect(outcome.money.unasked).toEqual([]);
  });

  it('pays for nothing twice but what was in flight at a kill, and what no store told that was paid before', () => {
    expect(outcome.money.unexplained).toBeLessThanOrEqual(outcome.inDoubt);
  });

  it('reports what was in flight at the kills, and nothing else, as in doubt', () => {
    expect(outcome.inDoubt).toBeGreaterThanOrEqual(0);
    expect(outcome.inDoubt).toBeLessThanOrEqual(IN_FLIGHT * KILLS);
  });

  it('what arrives at the service stays within its limits, across all kills and swaps of the store', () => {
    expect(outcome.mostInAWindow).toBeLessThanOrEqual(19);
    expect(outcome.mostAtOnce).toBeLessThanOrEqual(4);
    expect(outcome.blocked).toBe(false);
  });

  it('shows an answer again only where a kill came before it was completed, or where no store told of it', () => {
    const byOne = outcome.cases.flatMap(({ asked, answers }) =>
      answers.map(({ by }) => `${asked.id} by ${by}`),
    );

    expect(byOne.toSorted()).toEqual([...new Set(byOne)].toSorted());
    expect(outcome.shownAgain - outcome.shownAgainForgotten).toBeLessThanOrEqual(OPEN_AT_ONCE * KILLS);
  });

  it('keeps no IMEI in a readable form in the store', () => {
    expect(outcome.readable).toEqual([]);
  });

  it('meets no error on the way, and ends well', () => {
    const errors = outcome.errors.split('\n').filter((line) => !line.includes('A request was closed'));
    expect(errors.join('')).toBe('');
    expect(outcome.lastExitCode).toBe(0);
  });
});

function figuresOf(outcome: ChaosOutcome, tookMs: number): string {
  const { cases, money, swaps } = outcome;
  const imeis = cases.reduce((sum, one) => sum + one.imeis.length, 0);
  const files = cases.filter(({ isHostile }) => isHostile).length;
  return [
    `chaos: seed ${SEED}, ${KILLS} kills in ${Math.round(tookMs / 1_000)} s, ${swaps.length} swaps (${swaps.join(', ')})`,
    `${cases.length} requests with ${imeis} IMEIs and ${files} hostile files`,
    `${unansweredIn(cases).length} unanswered, ${lostIn(cases).length} lost with a store`,
    `${outcome.shownAgain} shown again, ${outcome.shownAgainForgotten} of them since a store had forgotten it`,
    `${money.paid} checks paid, ${money.again} of them again: ${money.forgotten} since a store had forgotten it, ${money.unexplained} by kills, with ${outcome.inDoubt} in doubt`,
    `at most ${outcome.mostInAWindow} arrivals in a window and ${outcome.mostAtOnce} at once`,
    outcome.blocked ? 'BLOCKED' : 'never blocked',
  ].join('; ');
}
