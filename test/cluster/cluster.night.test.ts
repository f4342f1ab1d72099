import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { type ClusterOutcome, type ClusterSettings, runCluster } from '../support/store/cluster-run.ts';
import { hasOwnRedis } from '../support/store/redis.ts';

const SEED = Number(process.env.CHAOS_SEED ?? Date.now() % 1_000_000);
const PROCESSES = 3;
/** Five windows. */
const MEASURED_MS = 15_000;
/** Starts, the time for which a Redis without a memory holds everything, and the last answers. */
const AROUND_MS = 90_000;
/** A permit is used at once or not at all; what was on its way arrives within this, also where processes wait for a processor. */
const LAST_ARRIVALS_MS = 5_000;

type Disturb = NonNullable<ClusterSettings['disturb']>;

/** Kills one process after the other, at random. */
const killing: Disturb = async ({ random, processes, elapsedMs, kill }) => {
  while (elapsedMs() < MEASURED_MS - 2_000) {
    await delay(2_500 + random() * 1_500);
    await kill(Math.floor(random() * processes));
  }
};
const restartingRedis: Disturb = async ({ redis }) => {
  await delay(MEASURED_MS / 3);
  await redis.kill();
  await delay(500);
  await redis.restart();
};
/** How many requests arrived while Redis hung for 10 s. */
let arrivalsWithoutRedis = 0;
const cuttingOff: Disturb = async ({ redis, arrivals }) => {
  await delay(4_000);
  redis.freeze();
  await delay(LAST_ARRIVALS_MS);
  const before = arrivals();
  await delay(10_000 - LAST_ARRIVALS_MS);
  arrivalsWithoutRedis = arrivals() - before;
  redis.thaw();
};
/** One process stands still for longer than others wait for it, and comes back when its requests have gone on. */
const freezing: Disturb = async ({ freeze, thaw }) => {
  await delay(500);
  freeze(0);
  await delay(20_000);
  thaw(0);
};

describe.skipIf(!hasOwnRedis)(
  `GIVEN ${PROCESSES} processes, one Redis and one service (CHAOS_SEED=${SEED})`,
  () => {
    /** One group after the other; those of one group run side by side, under the same load. */
    const groups = [
      {
        alone: { processes: 1 },
        together: {},
        killed: { disturb: killing },
      },
      {
        'alone beside those': { processes: 1 },
        'one frozen': { disturb: freezing },
        'clocks apart': { skewsMs: [0, 5_000, -5_000] },
        'redis restarted': { disturb: restartingRedis },
        'redis restarted without its memory': { persistence: 'none', disturb: restartingRedis },
        'cut off from redis': { disturb: cuttingOff },
      },
    ] as const satisfies readonly Record<string, Partial<ClusterSettings>>[];
    const scenarios = groups.flatMap((group) => Object.keys(group));
    const outcomes = new Map<string, ClusterOutcome>();
    const outcomeOf = (scenario: string): ClusterOutcome => {
      const outcome = outcomes.get(scenario);
      if (outcome === undefined) throw new Error(`${scenario} did not run`);
      return outcome;
    };

    beforeAll(
      async () => {
        let seed = SEED;
        for (const group of groups) {
          const runs = Object.entries<Partial<ClusterSettings>>(group).map(async ([name, scenario]) => {
            seed += 1;
            const settings = {
              built: inject('built'),
              seed,
              processes: PROCESSES,
              forMs: MEASURED_MS,
              ...scenario,
            };
            outcomes.set(name, await runCluster(settings));
          });
          await Promise.all(runs);
        }
        for (const [name, outcome] of outcomes) console.log(figuresOf(name, outcome));
      },
      2 * (MEASURED_MS + AROUND_MS),
    );

    it.each(scenarios)('crosses no limit: %s', (scenario) => {
      const { mostInAWindow, mostAtOnce, blocked } = outcomeOf(scenario);

      expect({ mostInAWindow, mostAtOnce, blocked }).toEqual({
        mostInAWindow: expect.toSatisfy((most) => most <= 19),
        mostAtOnce: expect.toSatisfy((most) => most <= 4),
        blocked: false,
      });
    });

    it.each(scenarios)('answers all that was accepted: %s', (scenario) => {
      const { accepted, unanswered } = outcomeOf(scenario);

      expect(accepted).toBeGreaterThan(0);
      expect(unanswered).toEqual([]);
    });

    it('answers once, and pays once, where nothing goes wrong', () => {
      for (const scenario of ['alone', 'together', 'clocks apart'] as const) {
        expect(outcomeOf(scenario)).toMatchObject({ answeredTwice: 0, paidAgain: 0 });
      }
    });

    it('answers once although a process that was taken for gone comes back', () => {
      // What was shown and not yet struck out at the moment it froze is shown again; all that it had open was eight.
      expect(outcomeOf('one frozen').answeredTwice).toBeLessThanOrEqual(2);
    });

    it('sends nothing while Redis is away, and goes on when it is back', () => {
      expect(arrivalsWithoutRedis).toBe(0);
      expect(outcomeOf('cut off from redis').arrivals).toBeGreaterThan(0);
    });

    /** One process reaches 19.0 a window where the processor has room; below that, figures tell of the machine. */
    const isTooBusy = (): boolean =>
      (['alone', 'alone beside those'] as const).some((one) => outcomeOf(one).perWindow < 18.5);

    it('reaches 95 % of what one process does', ({ skip }) => {
      skip(isTooBusy(), 'the machine is too busy to compare rates');
      expect(outcomeOf('together').perWindow).toBeGreaterThan(outcomeOf('alone').perWindow * 0.95);
      expect(outcomeOf('clocks apart').perWindow).toBeGreaterThan(
        outcomeOf('alone beside those').perWindow * 0.95,
      );
    });

    it('reaches 85 % of that while processes are killed', ({ skip }) => {
      expect(outcomeOf('killed').kills).toBeGreaterThanOrEqual(3);
      skip(isTooBusy(), 'the machine is too busy to compare rates');
      expect(outcomeOf('killed').perWindow).toBeGreaterThan(outcomeOf('alone').perWindow * 0.85);
    });
  },
);

function figuresOf(name: string, outcome: ClusterOutcome): string {
  const { perWindow, mostInAWindow, mostAtOnce, arrivals, accepted, unanswered, kills } = outcome;
  return [
    `cluster, ${name}: ${arrivals} arrivals, ${perWindow.toFixed(1)} in a window`,
    `at most ${mostInAWindow} and ${mostAtOnce} at once`,
    `${accepted} accepted, ${unanswered.length} unanswered, ${outcome.answeredTwice} answered twice, ${outcome.paidAgain} paid again`,
    `${kills} kills`,
  ].join('; ');
}
