import { setMaxListeners } from 'node:events';
import { MOST_SINGLE } from '../../commands/imei/many.ts';
import { type Answer, CheckRefused } from '../checks/answer.ts';
import type { Checks } from '../checks/checks.ts';
import { HOUR_MS } from '../core/clock.ts';
import type { Imei } from '../imei/imei.ts';
import type { ProviderLimits } from '../provider/contract.ts';
import { OPEN_IN_ALL } from '../requests/dispatch.ts';
import { createRandom } from '../sandbox/faults/random.ts';
import { type Caching, openSimulatedChecks, type SimulatedChecksSettings } from './checks.ts';
import { createSimulatedClock, type SimulatedClock } from './clock.ts';
import { createSimulatedService, type SimulatedService } from './service.ts';
import { createTally, type Tally } from './tally.ts';
import type { TraceRequest } from './trace.ts';

const MIDNIGHT = Date.UTC(2026, 0, 15);

export interface DaySettings extends SimulatedChecksSettings {
  readonly limits: ProviderLimits;
  /** Messages open at once; more are turned away. Default: as the bot does. */
  readonly mostOpen?: number;
}

export interface DayOptions {
  readonly trace: readonly TraceRequest[];
  readonly hours: number;
  readonly caching: Caching;
  readonly seed: number;
  readonly settings: DaySettings;
  /** Told at every full hour of the trace, and of the time after it. */
  readonly onHour?: (hour: Hour) => void;
}

export interface Hour {
  readonly hour: number;
  /** Checks in the waiting line. */
  readonly waiting: number;
}

export interface Day extends Tally, Pick<SimulatedService, 'paid' | 'mostInWindow' | 'mostAtOnce'> {
  readonly caching: Caching;
  /** The line at every full hour, until it was empty after the last message. */
  readonly line: readonly Hour[];
}

/** Sends a trace through the bot's own checker, cache and limiter, on simulated time. */
export async function simulateDay(options: DayOptions): Promise<Day> {
  const { settings, caching, trace } = options;
  const clock = createSimulatedClock(MIDNIGHT);
  const service = createSimulatedService(clock, createRandom(options.seed), settings.limits);
  const checks = await openSimulatedChecks({ settings, caching, clock, provider: service.provider });
  const tally = createTally();
  const line: Hour[] = [];
  const over = new AbortController();
  const watch = async (): Promise<void> => {
    for (let hour = 1; !over.signal.aborted; hour += 1) {
      await clock.sleep(HOUR_MS, over.signal).catch(() => undefined);
      if (over.signal.aborted) return;
      const now = { hour, waiting: checks.limiter.usage().waiting };
      line.push(now);
      options.onHour?.(now);
    }
  };
  await clock.run(
    Promise.all([askAll(trace, { checks, clock, tally, settings }).then(() => over.abort()), watch()]),
  );
  checks.limiter.stop();
  const { paid, mostInWindow, mostAtOnce } = service;
  return { ...tally.sums(), caching, paid, mostInWindow, mostAtOnce, line };
}

interface Asking {
  readonly checks: Checks;
  readonly clock: SimulatedClock;
  readonly tally: ReturnType<typeof createTally>;
  readonly settings: DaySettings;
}

/** Asks every message at its time. Resolves when the last one has its answer. */
async function askAll(trace: readonly TraceRequest[], asking: Asking): Promise<void> {
  const { clock, tally, settings } = asking;
  const startedAt = clock.now();
  const open = new Set<Promise<void>>();
  for (const [index, request] of trace.entries()) {
    const left = startedAt + request.atMs - clock.now();
    if (left > 0) await clock.sleep(left);
    if (open.size >= (settings.mostOpen ?? OPEN_IN_ALL)) {
      tally.turnedAway(request.imeis.length);
      continue;
    }
    const asked = ask({ ...request, id: `simulation:${index}` }, asking).finally(() => open.delete(asked));
    open.add(asked);
  }
  await Promise.all(open);
}

async function ask(request: TraceRequest & { readonly id: string }, asking: Asking): Promise<void> {
  const { clock, settings } = asking;
  const givenUp = new AbortController();
  setMaxListeners(0, givenUp.signal);
  const answered = new AbortController();
  // Ended below, as soon as all is answered.
  clock.sleep(settings.requestMaxAgeMs, answered.signal).then(
    () => givenUp.abort(new GivenUp()),
    () => undefined,
  );
  await Promise.all(request.imeis.map((imei) => check(imei, { ...request, signal: givenUp.signal }, asking)));
  answered.abort();
}

/** Nobody waits for it any more. */
class GivenUp extends Error {
  override readonly name = 'GivenUp';
}

async function check(
  imei: Imei,
  { id, user, imeis, signal }: TraceRequest & { readonly id: string; readonly signal: AbortSignal },
  { checks, clock, tally }: Asking,
): Promise<void> {
  const askedAt = clock.now();
  const priority = imeis.length > MOST_SINGLE ? 'batch' : 'single';
  try {
    const answer: Answer = await checks.checker.check(imei, {
      priority,
      requestId: id,
      requester: `simulation:user:${user}`,
      admin: false,
      signal,
    });
    tally.answered(answer, { priority, waitedMs: clock.now() - askedAt });
  } catch (error) {
    if (error instanceof CheckRefused) tally.refused();
    else if (error instanceof GivenUp) tally.gaveUp();
    else throw error;
  }
}
