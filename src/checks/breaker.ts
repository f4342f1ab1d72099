import type { Clock } from '../core/clock.ts';
import { kindOf, ServiceFailure, type ServiceFailureCode } from '../provider/errors.ts';
import type { RaiseAlert } from './basics.ts';
import type { BreakerMemory, Remembered } from './breaker-memory.ts';

/** After this many failures in a row that concern no single key or IMEI, the service counts as failing. */
const FAILURES_IN_A_ROW = 5;
/** After a restart the key's status is asked for this soon: most often an operator has fixed something. */
const RESTART_LOOK_MS = 60_000;
/** How often a check that waits looks whether it is closed. */
const LOOK_MS = 1_000;
/** First and longest pause before the bot looks again, by what opened the breaker. */
const PAUSES_MS = {
  /** Hourly and daily limits: the interface does not say when the counts reset, so the bot asks. */
  counts: { first: 60_000, longest: 15 * 60_000 },
  /** The key or the account: a person fixes that, so slowly. */
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
  /** To be taken when something is sent, and handed to `succeeded` when its answer has come. */
  mark(): number;
  /** An answer came to what was sent at `mark`: all is well, if that was after it opened. */
  succeeded(mark: number): void;
  failed(failure: ServiceFailure): void;
  /** Takes up what the last process left open. Rejects if the store fails. */
  restore(): Promise<void>;
  /** Ends the looking, at shutdown. */
  stop(): void;
}

export interface BreakerNeeds {
  readonly clock: Clock;
  readonly windowMs: number;
  readonly memory: BreakerMemory;
  /** Whether the key's status says that checks are possible; a `ServiceFailure` counts as no. */
  readonly probe: (signal: AbortSignal) => Promise<boolean>;
  /** Sends nothing for this long, since the service says that its limit was exceeded. */
  readonly pauseAll: (ms: number) => void;
  readonly raise: RaiseAlert;
}

/** All times are the clock's elapsed milliseconds, which no setting of the time of day moves. */
interface Open {
  readonly code: ServiceFailureCode;
  retryAt: number;
  pauseMs: number;
  /** Nothing at all is sent before this. */
  pausedUntil: number;
}

export function createBreaker(needs: BreakerNeeds): Breaker {
  const { clock, windowMs, memory, raise } = needs;
  const stopped = new AbortController();
  let open: Open | undefined;
  /** How often it has opened. */
  let openings = 0;
  let failuresInARow = 0;

  const leftMs = (until: number): number => Math.ceil(Math.max(until - clock.elapsed(), 0));
  const write = ({ code, retryAt, pauseMs, pausedUntil }: Open): void =>
    memory.write({ code, pauseMs, retryInMs: leftMs(retryAt), pausedForMs: leftMs(pausedUntil) });
  const shownRetryAt = ({ retryAt }: Open): number => clock.now() + leftMs(retryAt);

  const openAs = (state: Open): void => {
    open = state;
    openings += 1;
    if (isTold(state.code)) void probeUntilClosed(state);
  };
  const openUp = (code: ServiceFailureCode): Open => {
    if (open?.code === code) return open;
    const pauseMs = pausesFor(code, windowMs).first;
    const state = { code, pauseMs, retryAt: clock.elapsed() + pauseMs, pausedUntil: open?.pausedUntil ?? 0 };
    openAs(state);
    write(state);
    raise({ kind: 'breaker-opened', code, retryAt: shownRetryAt(state) });
    return state;
  };
  const backOff = (state: Open): void => {
    state.pauseMs = Math.min(state.pauseMs * 2, pausesFor(state.code, windowMs).longest);
    state.retryAt = clock.elapsed() + state.pauseMs;
    write(state);
  };
  const close = (): void => {
    failuresInARow = 0;
    if (open === undefined) return;
    const { code } = open;
    open = undefined;
    memory.write(undefined);
    raise({ kind: 'breaker-closed', code });
  };
  /** Whether a check has to find out if all is well. */
  const isTimeToTry = ({ code, retryAt }: Open): boolean => !isTold(code) && leftMs(retryAt) === 0;
  const assertMayPass = (): void => {
    if (open === undefined || isTimeToTry(open)) return;
    throw new ServiceFailure(open.code, { retryAt: shownRetryAt(open) });
  };
  const takeUp = ({ code, pauseMs, retryInMs, pausedForMs }: Remembered, mostMs: number): void => {
    const { first, longest } = pausesFor(code, windowMs);
    openAs({
      code,
      // Of an hour that was written down with other settings, or by a clock that was wrong.
      pauseMs: Math.min(Math.max(pauseMs, first), longest),
      retryAt: clock.elapsed() + Math.min(retryInMs, mostMs, longest),
      pausedUntil: clock.elapsed() + Math.min(pausedForMs, windowMs),
    });
    if (pausedForMs > 0) needs.pauseAll(Math.min(pausedForMs, windowMs));
  };
  /** A circle: what opens is looked at until it closes. */
  async function probeUntilClosed(state: Open): Promise<void> {
    try {
      while (open === state) {
        await clock.sleep(leftMs(state.retryAt), stopped.signal);
        if (open !== state) return;
        backOff(state);
        const fine = await needs.probe(stopped.signal).catch(() => false);
        if (fine && open === state) close();
      }
    } catch {
      // The breaker was stopped: nobody waits for it any more.
    }
  }

  return {
    state: () =>
      open === undefined ? { open: false } : { open: true, code: open.code, retryAt: shownRetryAt(open) },
    assertMayPass,
    pass: () => {
      assertMayPass();
      // A check that comes before the trial is answered waits for the next one.
      if (open !== undefined) backOff(open);
    },
    closed: async (signal) => {
      while (open !== undefined && !isTimeToTry(open)) await clock.sleep(LOOK_MS, signal);
    },
    mark: () => openings,
    succeeded: (mark) => {
      if (open === undefined || mark === openings) close();
    },
    failed: (failure) => {
      if (failure.retry === 'status') openUp(failure.code);
      else if (failure.retry === 'window') {
        const state = openUp(failure.code);
        state.pausedUntil = clock.elapsed() + windowMs;
        write(state);
        needs.pauseAll(windowMs);
      } else if (failure.kind !== 'question') {
        // Such a failure concerns the one IMEI, and says nothing of the service.
        failuresInARow += 1;
        // Nothing will have been sent while it is open, whatever the failures before were: paid no.
        if (failuresInARow >= FAILURES_IN_A_ROW) openUp('unreachable');
      }
    },
    restore: async () => {
      const known = await memory.read();
      if (known === undefined || open !== undefined) return;
      takeUp(known, isTold(known.code) ? RESTART_LOOK_MS : Number.POSITIVE_INFINITY);
    },
    stop: () => stopped.abort(),
  };
}

function pausesFor(
  code: ServiceFailureCode,
  windowMs: number,
): { readonly first: number; readonly longest: number } {
  const kind = kindOf(code);
  if (kind === 'rate') return { first: windowMs, longest: Math.max(windowMs, PAUSES_MS.account.longest) };
  if (kind === 'quota') return PAUSES_MS.counts;
  return kind === 'unsent' ? PAUSES_MS.trouble : PAUSES_MS.account;
}

/** Whether the key's status tells when it is over; else a check has to try. */
function isTold(code: ServiceFailureCode): boolean {
  return !['rate', 'unsent'].includes(kindOf(code));
}
