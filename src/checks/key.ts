import { z } from 'zod';
import { untilAborted } from '../core/async/promises.ts';
import { type Clock, DAY_MS, HOUR_MS } from '../core/clock.ts';
import { parseJson } from '../core/errors.ts';
import type { KeyStatus } from '../provider/device.ts';
import type { StoreHealth } from '../store/health.ts';
import { createKeySampleTable } from '../store/schema/key-sample.ts';
import type { Sql } from '../store/sql.ts';
import type { AdminAlert, CacheSettings, KeyStatusAnswer, RaiseAlert } from './contract.ts';
import { midnightBefore } from './spending.ts';
import { endOfDay, quotaTrend } from './trend.ts';

/** A status is reused this long, since a request for it takes a slot. */
const REUSED_MS = 60_000;
/** How long after the start the bot first decides whether to request it; then it does so once an hour. */
const FIRST_POLL_MS = 60_000;
const LOW_PERCENTS = [0, 5, 20] as const;
const EXPIRY_DAYS = [1, 3, 14] as const;
const PERIODS = ['hour', 'day', 'month'] as const;
/** The picture shows 30 days, and the forecast looks no further back. */
const SHOWN_MS = 30 * DAY_MS;

const checksLeft = z.union([z.number(), z.literal('no-limit')]).optional();
const sampleSchema = z.object({
  at: z.number(),
  hour: checksLeft,
  day: checksLeft,
  month: checksLeft,
});
/** The checks left at one time (milliseconds since 1970), as the service reported them. */
export type KeySample = z.infer<typeof sampleSchema>;

/** The most checks left in these 30 days: the service does not report the totals. */
export type Totals = { readonly [Period in (typeof PERIODS)[number]]?: number };

export type Key = ReturnType<typeof createKey>;

/**
 * The status of the key, requested once at a time. Alerts warn before checks or the key run out.
 * @param paidByDay the checks paid on each of the last days, today first
 */
export function createKey(
  sql: Sql,
  { realm, sandbox }: Pick<CacheSettings, 'realm' | 'sandbox'>,
  request: () => Promise<KeyStatus>,
  paidByDay: (days: number) => Promise<readonly number[]>,
  {
    health,
    raise,
    clock,
  }: { health: Pick<StoreHealth, 'untilDone'>; raise: RaiseAlert; clock: Clock },
) {
  const table = createKeySampleTable(sql);
  const stopped = new AbortController();
  let latest: KeyStatusAnswer | undefined;
  /** By the machine's uptime, which includes the sleep of a laptop. */
  let latestAt = 0;
  let flight: Promise<KeyStatusAnswer> | undefined;

  /** What was left over the last 30 days, oldest first. */
  const samples = async (): Promise<readonly KeySample[]> => {
    const bodies = await table.after(realm, clock.now() - SHOWN_MS);
    return bodies.flatMap((body) => sampleSchema.safeParse(parseJson(body)).data ?? []);
  };
  const totals = async (): Promise<Totals> => {
    const figures = await samples();
    const most = (period: keyof Totals): number =>
      Math.max(0, ...figures.map((one) => one[period]).filter((left) => typeof left === 'number'));
    return Object.fromEntries(
      PERIODS.flatMap((period) => (most(period) > 0 ? [[period, most(period)]] : [])),
    );
  };
  /** Keeps the first status of each hour, and raises alerts. */
  const record = async (answer: KeyStatusAnswer): Promise<void> => {
    const { status, checkedAt } = answer;
    const { hour, day, month } = status.checksLeft;
    if ((hour ?? day ?? month) !== undefined)
      await table.add(realm, checkedAt, JSON.stringify({ at: checkedAt, hour, day, month }));
    const { month: total } = await totals();
    const percent = LOW_PERCENTS.find(
      (one) => Number(month) <= ((total ?? Number.NaN) * one) / 100,
    );
    if (typeof month === 'number' && percent !== undefined) {
      const past = { samples: await samples(), paidByDay: [], savedByDay: [] };
      const { outlook } = quotaTrend(past, answer, clock.now());
      const isUsedUp = typeof outlook === 'object' && outlook.until === 'used-up';
      raise({
        kind: 'checks-low',
        percent,
        left: month,
        ...(isUsedUp && { usedUpAt: outlook.usedUpAt }),
      });
    }
    const expiry = expiryAlert(status.expirationDate, clock.now());
    if (expiry !== undefined) raise(expiry);
  };
  const requestStatus = async (): Promise<KeyStatusAnswer> => {
    try {
      const answer = { status: await request(), checkedAt: clock.now(), sandbox };
      latestAt = clock.uptime();
      latest = answer;
      void health.untilDone(() => record(answer));
      return answer;
    } finally {
      flight = undefined;
    }
  };
  /** @throws ServiceFailure, StoreFailed, the reason of the signal */
  const status = async (ask: {
    maxAgeMs?: number;
    signal: AbortSignal;
  }): Promise<KeyStatusAnswer> => {
    const { maxAgeMs = REUSED_MS, signal } = ask;
    signal.throwIfAborted();
    if (latest !== undefined && clock.uptime() - latestAt < maxAgeMs) return latest;
    flight ??= requestStatus();
    return untilAborted(flight, signal);
  };
  const poll = async (): Promise<void> => {
    const [paidToday = 0] = await paidByDay(1);
    // Once a day (UTC) even if nothing is paid, so that the history has a figure for each day.
    const isOfToday =
      latest !== undefined && midnightBefore(latest.checkedAt) === midnightBefore(clock.now());
    if (paidToday > 0 || !isOfToday) await status({ maxAgeMs: HOUR_MS, signal: stopped.signal });
  };
  const pollStatus = async (): Promise<void> => {
    await clock.sleep(FIRST_POLL_MS, stopped.signal, { ref: false });
    while (!stopped.signal.aborted) {
      // The breaker and /quota report a key that fails.
      await poll().catch(() => undefined);
      await clock.sleep(HOUR_MS, stopped.signal, { ref: false });
    }
  };
  return {
    ...{ status, totals, samples },
    /** The last status, however old. */
    latest: () => latest,
    /** Asks for the status once an hour, until `stop` aborts it, which is not a failure. */
    start: () => void pollStatus().catch(() => undefined),
    stop: () => stopped.abort(),
  };
}

function expiryAlert(date: string | undefined, now: number): AdminAlert | undefined {
  const end = endOfDay(date);
  if (date === undefined || end === undefined || end <= now) return undefined;
  const days = EXPIRY_DAYS.find((one) => end - now <= (one + 1) * DAY_MS);
  return days === undefined ? undefined : { kind: 'key-expires', days, date };
}
