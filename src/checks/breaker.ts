import type { Clock } from '../core/clock.ts';
import { untilAborted } from '../core/until-aborted.ts';
import { ServiceFailure, type ServiceFailureCode } from '../service/errors.ts';
import type { RaiseAlarm } from './alarm.ts';

/** So many failures in a row that say nothing of the key mean that the service itself is in trouble. */
const FAILURES_IN_A_ROW = 5;

/** First and longest pause before the bot looks again, by what opened the breaker. */
const PAUSES_MS = {
  /** Hourly and daily limits: the interface does not say when the counts reset, so the bot asks. */
  counts: { first: 60_000, longest: 15 * 60_000 },
  /** The key or the account: mended by a person, so slowly. */
  account: { first: 5 * 60_000, longest: 60 * 60_000 },
  /** The service cannot be reached or does not answer. */
  trouble: { first: 15_000, longest: 5 * 60_000 },
} as const;

export type BreakerState =
  | { readonly open: false }
  | { readonly open: true; readonly code: ServiceFailureCode; readonly retryAt: number };

/** Stops sending while sending makes no sense, and finds out when it does again. */
export interface Breaker {
  state(): BreakerState;
  /** Throws what opened the breaker, with when the bot looks again, unless that time has come. */
  assertMayPass(): void;
  /** The same, for a check that is about to be sent: once the time has come, this one is the trial. */
  pass(): void;
  /** Resolves when the next check may be tried. */
  closed(signal: AbortSignal): Promise<void>;
  /** An answer came to what was sent at `sentAt` (milliseconds since 1970): all is well, if that was after it opened. */
  succeeded(sentAt: number): void;
  failed(failure: ServiceFailure): void;
  /** Ends the looking, at shutdown. */
  stop(): void;
}

export interface BreakerNeeds {
  readonly clock: Clock;
  readonly windowMs: number;
  /** Whether the key's status says that checks are possible; a `ServiceFailure` counts as no. */
  readonly probe: (signal: AbortSignal) => Promise<boolean>;
  /** Sends nothing at all for a window, since the service says that its limit was crossed. */
  readonly pauseAll: () => void;
  readonly raise: RaiseAlarm;
}

interface Open {
  readonly code: ServiceFailureCode;
  readonly openedAt: number;
  retryAt: number;
  pauseMs: number;
  readonly longestMs: number;
  readonly probing: boolean;
}

export function createBreaker(needs: BreakerNeeds): Breaker {
  const { clock, raise } = needs;
  const stopped = new AbortController();
  let open: Open | undefined;
  let failuresInARow = 0;
  let wake: (() => void)[] = [];

  const openUp = (code: ServiceFailureCode): void => {
    if (open?.code === code) return;
    open = opened(code, needs.windowMs, clock.now());
    raise({ kind: 'breaker-opened', code, retryAt: open.retryAt });
    if (open.probing) void probeUntilClosed(open);
  };
  const backOff = (state: Open): void => {
    state.pauseMs = Math.min(state.pauseMs * 2, state.longestMs);
    state.retryAt = clock.now() + state.pauseMs;
  };
  const close = (): void => {
    failuresInARow = 0;
    if (open === undefined) return;
    const { code } = open;
    open = undefined;
    raise({ kind: 'breaker-closed', code });
    const waiting = wake;
    wake = [];
    for (const resume of waiting) resume();
  };
  const probeUntilClosed = async (state: Open): Promise<void> => {
    try {
      while (open === state) {
        await clock.sleep(Math.max(state.retryAt - clock.now(), 0), stopped.signal);
        if (open !== state) return;
        const fine = await needs.probe(stopped.signal).catch(() => false);
        if (fine && open === state) close();
        else backOff(state);
      }
    } catch {
      // The breaker was stopped: nobody waits for it any more.
    }
  };

  const assertMayPass = (): void => {
    if (open === undefined || (!open.probing && clock.now() >= open.retryAt)) return;
    throw new ServiceFailure(open.code, { retryAt: open.retryAt });
  };

  return {
    state: () =>
      open === undefined ? { open: false } : { open: true, code: open.code, retryAt: open.retryAt },
    assertMayPass,
    pass: () => {
      assertMayPass();
      // Whoever comes before the trial has an answer waits for the next.
      if (open !== undefined) backOff(open);
    },
    closed: async (signal) => {
      if (open === undefined) return;
      const left = open.probing ? Number.POSITIVE_INFINITY : Math.max(open.retryAt - clock.now(), 0);
      await wokenOrAfter(clock, left, signal, (resume) => wake.push(resume));
    },
    succeeded: (sentAt) => {
      if (open === undefined || sentAt > open.openedAt) close();
    },
    failed: (failure) => {
      if (failure.retry === 'window') needs.pauseAll();
      if (failure.retry === 'status' || failure.retry === 'window') {
        openUp(failure.code);
        return;
      }
      // Says something of the one question, and nothing of the service.
      if (failure.code === 'imei-empty') return;
      failuresInARow += 1;
      // Nothing will have been sent while it is open, whatever the failures before were: paid no.
      if (failuresInARow >= FAILURES_IN_A_ROW) openUp('unreachable');
    },
    stop: () => stopped.abort(),
  };
}

function opened(code: ServiceFailureCode, windowMs: number, now: number): Open {
  const pause = pausesFor(code, windowMs);
  return {
    code,
    openedAt: now,
    retryAt: now + pause.first,
    pauseMs: pause.first,
    longestMs: pause.longest,
    probing: code !== 'limit-exceeded' && code !== 'unreachable',
  };
}

function pausesFor(code: ServiceFailureCode, windowMs: number): { first: number; longest: number } {
  if (code === 'limit-exceeded')
    return { first: windowMs, longest: Math.max(windowMs, PAUSES_MS.account.longest) };
  if (code === 'hourly-limit' || code === 'daily-limit') return PAUSES_MS.counts;
  if (code === 'unreachable') return PAUSES_MS.trouble;
  return PAUSES_MS.account;
}

/** Waits until woken, or until the time has passed, whichever comes first. */
async function wokenOrAfter(
  clock: Clock,
  ms: number,
  signal: AbortSignal,
  onWake: (resume: () => void) => void,
): Promise<void> {
  const over = new AbortController();
  const waits = [new Promise<void>(onWake)];
  // The sleep ends with the abort below when the waker came first, which is no news.
  if (Number.isFinite(ms)) waits.push(clock.sleep(ms, over.signal).catch(() => undefined));
  try {
    await untilAborted(Promise.race(waits), signal);
  } finally {
    over.abort();
  }
}
