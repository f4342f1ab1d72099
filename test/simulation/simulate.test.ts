import { beforeAll, describe, expect, it } from 'vitest';
import type { Caching } from '../../src/simulation/checks.ts';
import { type Day, type DaySettings, simulateDay } from '../../src/simulation/day.ts';
import { runSimulation } from '../../src/simulation/run.ts';
import { createTrace, type TraceRequest, UNKNOWN_TYPES } from '../../src/simulation/trace.ts';

const HOUR_MS = 3_600_000;
const SETTINGS: DaySettings = {
  limits: { concurrent: 4, perWindow: 19, windowMs: 60_000 },
  requestTimeoutMs: 20_000,
  allowance: { checksPerDay: 100, reserve: 0 },
  foundTtlMs: 365 * 24 * HOUR_MS,
  notFoundTtlMs: 7 * 24 * HOUR_MS,
  requestMaxAgeMs: 24 * HOUR_MS,
};
const CACHINGS: readonly Caching[] = ['off', 'imei', 'tac'];

/** A hamlet for an hour. */
const HAMLET = { users: 100, hours: 1, checks: 150, seed: 7 };
const trace = createTrace(HAMLET);

function play(caching: Caching, changes: Partial<DaySettings> = {}): Promise<Day> {
  return simulateDay({ trace, hours: 1, caching, seed: 7, settings: { ...SETTINGS, ...changes } });
}

function imeisOf(requests: readonly TraceRequest[]): string[] {
  return requests.flatMap(({ imeis }) => [...imeis]);
}

describe('a made-up day', () => {
  it('is the same with the same seed, and another with another', () => {
    expect(createTrace(HAMLET)).toEqual(trace);
    expect(createTrace({ ...HAMLET, seed: 8 })).not.toEqual(trace);
  });

  it('asks for as many checks as it should, in the order of their times', () => {
    const times = trace.map(({ atMs }) => atMs);
    expect(times).toEqual([...times].sort((one, other) => one - other));
    expect(times.at(-1)).toBeLessThan(HOUR_MS);
    // What comes up twice in one list is asked for once.
    expect(imeisOf(trace).length).toBeGreaterThan(145);
    expect(imeisOf(trace).length).toBeLessThanOrEqual(150);
  });

  it('has repeats, lists, and types that are asked for much more than others', () => {
    const large = createTrace({ users: 5_000, hours: 24, checks: 20_000, seed: 7 });
    const imeis = imeisOf(large);
    expect(new Set(imeis).size).toBeLessThan(imeis.length * 0.9);
    expect(large.some((request) => request.imeis.length > 50)).toBe(true);
    const ofType = new Map<string, number>();
    for (const imei of imeis) ofType.set(imei.slice(0, 8), (ofType.get(imei.slice(0, 8)) ?? 0) + 1);
    expect(Math.max(...ofType.values())).toBeGreaterThan(imeis.length / 30);
  });

  it('is busier in the afternoon than at night', () => {
    const day = createTrace({ users: 5_000, hours: 24, checks: 20_000, seed: 7 });
    const within = (from: number, to: number): number =>
      day.filter(({ atMs }) => atMs >= from * HOUR_MS && atMs < to * HOUR_MS).length;
    expect(within(15, 19)).toBeGreaterThan(3 * within(3, 7));
  });
});

describe('a simulated day', () => {
  let days: Readonly<Record<Caching, Day>>;

  beforeAll(async () => {
    // One after the other: a simulated clock has the process to itself.
    days = { off: await play('off'), imei: await play('imei'), tac: await play('tac') };
  });

  it.each(CACHINGS)('accounts for every check that was asked for (cache: %s)', (caching) => {
    const { waits, ...day } = days[caching];
    expect(day.asked).toBe(imeisOf(trace).length);
    expect(
      day.answeredByCheck + day.fromCache + day.shared + day.givenUp + day.overAllowance + day.turnedAway,
    ).toBe(day.asked);
    expect(day.answeredByCheck).toBe(day.paid);
    expect(waits.single.count + waits.batch.count).toBe(day.asked);
  });

  it('pays each check without a cache, each IMEI once by IMEI, each type once by TAC', () => {
    expect(days.off.fromCache).toBe(0);
    expect(days.off.paid + days.off.shared).toBe(days.off.asked);
    const imeis = new Set(imeisOf(trace));
    expect(days.imei.paid).toBe(imeis.size);
    // "Not found" says nothing of the others of its type.
    const fewest = [...imeis].map((imei) => (imei.startsWith(UNKNOWN_TYPES) ? imei : imei.slice(0, 8)));
    expect(days.tac.paid).toBe(new Set(fewest).size);
  });

  it('keeps the limits, and uses them up when there is more to do', async () => {
    expect(days.off).toMatchObject({ mostInWindow: 19, mostAtOnce: 4 });
    const tighter = await play('off', { limits: { concurrent: 2, perWindow: 5, windowMs: 30_000 } });
    expect(tighter).toMatchObject({ mostInWindow: 5, mostAtOnce: 2 });
  });

  it('is the same every time', async () => {
    expect(await play('imei')).toEqual(days.imei);
  });

  it('gives up what waits too long', async () => {
    const limits = { ...SETTINGS.limits, perWindow: 1 };
    const day = await play('off', { limits, requestMaxAgeMs: 10 * 60_000 });
    expect(day.givenUp).toBeGreaterThan(50);
    expect(day.waits.single.longest).toBeLessThanOrEqual(10 * 60_000);
    expect(day.asked).toBe(imeisOf(trace).length);
  });

  it('turns away what comes when too much is open', async () => {
    const day = await play('off', { limits: { ...SETTINGS.limits, perWindow: 1 }, mostOpen: 5 });
    expect(day.turnedAway).toBeGreaterThan(50);
    expect(day.asked).toBe(imeisOf(trace).length);
  });
});

describe('npm run simulate', () => {
  const run = async (words: readonly string[], environment: Record<string, string> = {}) => {
    let out = '';
    let err = '';
    const exitCode = await runSimulation(words, environment, {
      stdout: { write: (text) => (out += text) },
      stderr: { write: (text) => (err += text) },
    });
    return { exitCode, out, err };
  };
  const SMALL = ['--users', '100', '--hours', '1'];

  it('prints waits, checks and money for no cache, by IMEI and by TAC', async () => {
    const { exitCode, out } = await run([...SMALL, '--per-user', '24', '--price', '0.5']);
    expect(exitCode).toBe(0);
    expect(out).toMatch(/cache off +by IMEI +by TAC/);
    expect(out).toMatch(/wait for a single check\n +median +[\d.]+ s/);
    const [, paid = ''] = /paid for +(\d+)/.exec(out) ?? [];
    const [, usd = ''] = /USD, at 0.5 a check +([\d.]+)/.exec(out) ?? [];
    expect(Number(usd)).toBe(Number(paid) / 2);
    expect(out).toContain('27,360 checks in a day');
    expect(out).not.toContain('is over it');
  });

  it('takes the price and the limits from the settings, and says how to set a price', async () => {
    expect((await run(SMALL, { PRICE_PER_CHECK: '0.02' })).out).toContain('USD, at 0.02 a check');
    expect((await run(SMALL)).out).toContain('give --price 0.02 or set PRICE_PER_CHECK');
    expect((await run(SMALL, { LIMIT_PER_WINDOW: '10' })).out).toContain('14,400 checks in a day');
  });

  it('tells of a line that is over the ceiling, and of what was lost by it', async () => {
    const { out } = await run([...SMALL, '--per-user', '24'], {
      REQUEST_MAX_AGE: '5m',
      LIMIT_PER_WINDOW: '1',
    });
    expect(out).toMatch(/cache off is over it: the line grew to [\d,]+ checks/);
    expect(out).toMatch(/given up after 5.0 min +[1-9]/);
  });

  it('tells on the other channel how far it is', async () => {
    const { err } = await run(['--users', '50', '--hours', '12']);
    expect(err).toContain('by TAC: hour 6 of 12, 0 checks wait\n');
  });

  it('explains itself', async () => {
    const { exitCode, out } = await run(['--help']);
    expect(exitCode).toBe(0);
    expect(out).toContain('Usage: npm run simulate -- [options]');
  });

  it.each([
    [['--user', '5'], "'--user'"],
    [['--users', 'many'], '--users takes a whole number from 1 to 10000000, not "many"'],
    [['--hours', '0'], '--hours takes a whole number from 1 to 744, not "0"'],
    [['--seed', '1.5'], '--seed takes a whole number'],
    [['--per-user', '-1'], 'argument is ambiguous'],
    [['--per-user', '0'], '--per-user takes a number such as 1 or 0.2'],
    [['--price', 'free'], '--price takes an amount in USD such as 0.02, not "free"'],
  ])('says what to write instead of %j', async (words, told) => {
    const { exitCode, err, out } = await run(words);
    expect(exitCode).toBe(78);
    expect(err).toContain(told);
    expect(err).toContain('Usage: npm run simulate');
    expect(out).toBe('');
  });

  it('tells what is wrong with the settings', async () => {
    const { exitCode, err } = await run(SMALL, { LIMIT_WINDOW: 'soon' });
    expect(exitCode).toBe(78);
    expect(err).toContain('LIMIT_WINDOW');
  });
});
