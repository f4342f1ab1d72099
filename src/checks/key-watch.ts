import { z } from 'zod';
import { DAY_MS, HOUR_MS } from '../core/clock.ts';
import { createKeySampleTable } from '../store/schema/key-sample.ts';
import type { KeyStatusAnswer } from './answer.ts';
import type { AdminAlert, ChecksNeeds } from './basics.ts';
import type { KeyStatusReader } from './key-status.ts';
import { dayOf, type SpendingBook } from './spending.ts';

/** How often it is considered whether to look at the key; the first time soon after the start. */
const FIRST_LOOK_MS = 60_000;
const LOOK_EVERY_MS = HOUR_MS;
const PACE_DAYS = 7;
const LOW_PERCENTS = [0, 5, 20] as const;
const EXPIRY_DAYS = [1, 3, 14] as const;
const PERIODS = ['hour', 'day', 'month'] as const;
/** The picture shows 30 days, and the forecast looks no further back. */
const SHOWN_MS = 30 * DAY_MS;

const checksLeft = z.union([z.number(), z.literal('no-limit')]).optional();
const sampleSchema = z.object({ at: z.number(), hour: checksLeft, day: checksLeft, month: checksLeft });
/** The checks left as the service gave them at one moment (milliseconds since 1970). */
export type KeySample = z.infer<typeof sampleSchema>;

/** The most checks left that the key has shown in these 30 days: the service tells what is left, and never of how many. */
export type Totals = { readonly [Period in (typeof PERIODS)[number]]?: number };

/** Keeps an eye on the key, so that nobody is surprised when it runs out. */
export interface KeyWatch {
  /** Looks at an answer that was fetched anyway, keeps the first of each hour, and raises alerts. */
  observe(answer: KeyStatusAnswer): Promise<void>;
  totals(): Promise<Totals>;
  /** What was left over the last 30 days, oldest first. */
  samples(): Promise<readonly KeySample[]>;
  /** Asks for the status once an hour, until it is stopped. */
  start(): void;
  stop(): void;
}

interface Parts {
  readonly keyStatus: Pick<KeyStatusReader, 'get' | 'latest'>;
  readonly spending: Pick<SpendingBook, 'byDay'>;
}

export function createKeyWatch(
  { store, clock, raise, settings }: Pick<ChecksNeeds, 'store' | 'clock' | 'raise' | 'settings'>,
  { keyStatus, spending }: Parts,
): KeyWatch {
  const stopped = new AbortController();
  const table = createKeySampleTable(store.sql);
  /** The figures of the sandbox never stand beside those of a real key. */
  const { realm } = settings.cache;

  const samples = async (): Promise<readonly KeySample[]> => {
    const bodies = await table.after(realm, clock.now() - SHOWN_MS);
    return bodies.map((body) => sampleSchema.parse(JSON.parse(body)));
  };
  const totals = async (): Promise<Totals> => {
    const figures = await samples();
    const most = (period: keyof Totals): number =>
      Math.max(0, ...figures.map((one) => one[period]).filter((left) => typeof left === 'number'));
    return Object.fromEntries(
      PERIODS.flatMap((period) => (most(period) > 0 ? [[period, most(period)]] : [])),
    );
  };
  const observe = async ({ status, checkedAt }: KeyStatusAnswer): Promise<void> => {
    const { hour, day, month } = status.checksLeft;
    if ((hour ?? day ?? month) !== undefined)
      await table.add(realm, checkedAt, JSON.stringify({ at: checkedAt, hour, day, month }));
    const { month: total } = await totals();
    const percent = LOW_PERCENTS.find((one) => Number(month) <= ((total ?? Number.NaN) * one) / 100);
    if (typeof month === 'number' && percent !== undefined) {
      const usedUp = usedUpAt(month, await spending.byDay('paid', PACE_DAYS), clock.now());
      raise({ kind: 'checks-low', percent, left: month, ...(usedUp !== undefined && { usedUpAt: usedUp }) });
    }
    const expiry = expiryAlert(status.expirationDate, clock.now());
    if (expiry !== undefined) raise(expiry);
  };
  const look = async (): Promise<void> => {
    const latest = keyStatus.latest();
    const [paidToday = 0] = await spending.byDay('paid', 1);
    // Each day (UTC) is looked at once though nothing is paid, so that the history has no day without a figure.
    const isOfToday = latest !== undefined && dayOf(latest.checkedAt) === dayOf(clock.now());
    if (paidToday === 0 && isOfToday) return;
    await keyStatus.get({ maxAgeMs: LOOK_EVERY_MS, signal: stopped.signal });
  };
  const lookNowAndThen = async (): Promise<void> => {
    await clock.sleep(FIRST_LOOK_MS, stopped.signal, { ref: false });
    while (!stopped.signal.aborted) {
      // A key that cannot be looked at shows in the breaker and in /quota.
      await look().catch(() => undefined);
      await clock.sleep(LOOK_EVERY_MS, stopped.signal, { ref: false });
    }
  };
  return {
    observe,
    totals,
    samples,
    // It ends by the abort of stop, which is not a failure.
    start: () => void lookNowAndThen().catch(() => undefined),
    stop: () => stopped.abort(),
  };
}

/** At the pace of these days; undefined if nothing was paid. */
function usedUpAt(left: number, paid: readonly number[], now: number): number | undefined {
  const perDay = paid.reduce((sum, one) => sum + one, 0) / paid.length;
  return perDay > 0 ? now + (left / perDay) * DAY_MS : undefined;
}

function expiryAlert(date: string | undefined, now: number): AdminAlert | undefined {
  const end = date === undefined ? Number.NaN : Date.parse(`${date}T00:00:00Z`);
  if (date === undefined || Number.isNaN(end)) return undefined;
  const left = Math.round((end - Math.floor(now / DAY_MS) * DAY_MS) / DAY_MS);
  const days = left < 0 ? undefined : EXPIRY_DAYS.find((one) => left <= one);
  return days === undefined ? undefined : { kind: 'key-expires', days, date };
}
