import { z } from 'zod';
import { DAY_MS } from '../core/clock.ts';
import { jsonIn } from '../core/json.ts';
import {
  factsOf,
  isFailureCode,
  kindOf,
  ServiceFailure,
  type ServiceFailureCode,
} from '../provider/errors.ts';
import type { SettingTable } from '../store/schema/setting.ts';
import type { Usage } from './answer.ts';
import type { ChecksNeeds } from './basics.ts';

/** After this many failures in a row that concern no single key or IMEI, the service counts as failing. */
const FAILURES_IN_A_ROW = 5;
/** How often a check that waits looks whether it is closed. */
const LOOK_MS = 1_000;
/** The first pause before the bot looks again while the service cannot be reached; for all else it is a window. */
const TROUBLE_PAUSE_MS = 15_000;
/** Each pause is twice as long as the one before, up to this. */
const LONGEST_PAUSE_MS = 10 * 60_000;
/** An open breaker that nobody has looked at for this long is forgotten. */
const KEPT_MS = 7 * DAY_MS;

/** An open breaker as it is kept for the next process. */
const rowSchema = z.object({
  code: z.custom<ServiceFailureCode>(isFailureCode),
  /** That of the service. */
  account: z.string(),
  /** When the bot looks again, in milliseconds since 1970. */
  retryAt: z.number(),
  /** The pause before that look, of which the next one is made. */
  pauseMs: z.number(),
});

/** Stops sending while sending makes no sense, and finds out when it does again. */
export interface Breaker {
  /** Why nothing is sent just now, if so, and when the bot looks again, in milliseconds since 1970. */
  paused(): Usage['paused'];
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

type BreakerNeeds = Pick<ChecksNeeds, 'clock' | 'health' | 'seal' | 'raise' | 'settings'> & {
  readonly windowMs: number;
  readonly table: SettingTable;
  /** Whether the key's status says that checks are possible; a `ServiceFailure` counts as no. */
  readonly probe: (signal: AbortSignal) => Promise<boolean>;
  /** Sends nothing for this long, since the service says that its limit was exceeded. */
  readonly pauseAll: (ms: number) => void;
};

interface Open {
  readonly code: ServiceFailureCode;
  /** The clock's elapsed milliseconds, which no setting of the time of day moves. */
  retryAt: number;
  pauseMs: number;
}

export function createBreaker(needs: BreakerNeeds): Breaker {
  const { clock, windowMs, table, health, raise, settings } = needs;
  const { account = '', cache } = settings;
  const row = `breaker ${needs.seal.hash(`service ${cache.realm}`)}`;
  const stopped = new AbortController();
  let open: Open | undefined;
  /** How often it has opened. */
  let openings = 0;
  let failuresInARow = 0;

  const leftMs = ({ retryAt }: Open): number => Math.ceil(Math.max(retryAt - clock.elapsed(), 0));
  const shownRetryAt = (state: Open): number => clock.now() + leftMs(state);
  const write = (): Promise<unknown> => {
    if (open === undefined) return table.delete(row);
    const { code, pauseMs } = open;
    const text = JSON.stringify({ code, account, pauseMs, retryAt: shownRetryAt(open) });
    return table.put(row, text, { expiresAt: clock.now() + KEPT_MS });
  };
  const remember = (): void => void health.untilDone(write);
  const openAs = (state: Open): void => {
    open = state;
    openings += 1;
    if (isTold(state.code)) void probeUntilClosed(state);
  };
  const openUp = (code: ServiceFailureCode): void => {
    if (open?.code === code) return;
    const pauseMs = kindOf(code) === 'unsent' ? TROUBLE_PAUSE_MS : windowMs;
    const state = { code, pauseMs, retryAt: clock.elapsed() + pauseMs };
    openAs(state);
    remember();
    raise({ kind: 'breaker-opened', code, retryAt: shownRetryAt(state) });
  };
  const backOff = (state: Open): void => {
    state.pauseMs = Math.min(state.pauseMs * 2, LONGEST_PAUSE_MS);
    state.retryAt = clock.elapsed() + state.pauseMs;
    remember();
  };
  const close = (): void => {
    failuresInARow = 0;
    if (open === undefined) return;
    const { code } = open;
    open = undefined;
    remember();
    raise({ kind: 'breaker-closed', code });
  };
  /** Whether a check has to find out if all is well. */
  const isTimeToTry = (state: Open): boolean => !isTold(state.code) && leftMs(state) === 0;
  const assertMayPass = (): void => {
    if (open === undefined || isTimeToTry(open)) return;
    throw new ServiceFailure(open.code, { retryAt: shownRetryAt(open) });
  };
  /** A circle: what opens is looked at until it closes. */
  async function probeUntilClosed(state: Open): Promise<void> {
    try {
      while (open === state) {
        await clock.sleep(leftMs(state), stopped.signal);
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
    paused: () => open && { code: open.code, retryAt: shownRetryAt(open) },
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
      if (failure.kind === 'rate') needs.pauseAll(windowMs);
      if (failure.refusesAll) openUp(failure.code);
      // Such a failure concerns the one IMEI, and says nothing of the service.
      else if (failure.kind !== 'question') {
        failuresInARow += 1;
        // Nothing will have been sent while it is open, whatever the failures before were: paid no.
        if (failuresInARow >= FAILURES_IN_A_ROW) openUp('unreachable');
      }
    },
    restore: async () => {
      const known = rowSchema.safeParse(jsonIn((await table.get(row)) ?? '')).data;
      if (known === undefined || open !== undefined) return;
      const { code, pauseMs, retryAt } = known;
      // Another key has another account: only what concerns the address is true of it.
      if (known.account !== account && isTold(code)) return;
      // At most a window, whatever the time of day is now: most often an operator has fixed something.
      const retryInMs = Math.min(Math.max(retryAt - clock.now(), 0), windowMs);
      openAs({ code, pauseMs, retryAt: clock.elapsed() + retryInMs });
      if (kindOf(code) === 'rate') needs.pauseAll(retryInMs);
    },
    stop: () => stopped.abort(),
  };
}

/** Whether the key's status tells when it is over; else a check has to try. */
function isTold(code: ServiceFailureCode): boolean {
  return factsOf(code).retry === 'status';
}
