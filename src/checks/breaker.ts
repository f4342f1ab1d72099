import { z } from 'zod';
import type { Clock } from '../core/clock.ts';
import { parseJson } from '../core/errors.ts';
import {
  factsOf,
  isFailureCode,
  kindOf,
  ServiceFailure,
  type ServiceFailureCode,
} from '../provider/errors.ts';
import type { StoreHealth } from '../store/health.ts';
import type { SettingTable } from '../store/schema/setting.ts';
import type { RaiseAlert, Usage } from './contract.ts';

/** After this many failures in a row, the service counts as failing. Failures of the key or of one IMEI do not count. */
const FAILURES_IN_A_ROW = 5;
/** How often a waiting check looks whether the breaker is closed. */
const POLL_MS = 1_000;
/** The first pause while the service cannot be reached; for other reasons it is a window. */
const TROUBLE_PAUSE_MS = 15_000;
/** Each pause is twice as long as the one before, up to this. */
const LONGEST_PAUSE_MS = 10 * 60_000;

/** An open breaker as it is stored for the next process. */
const rowSchema = z.object({
  code: z.custom<ServiceFailureCode>(isFailureCode),
  /** The account at the service. */
  account: z.string(),
  /** When the bot looks again, in milliseconds since 1970. */
  retryAt: z.number(),
});

export type Breaker = ReturnType<typeof createBreaker>;

interface Open {
  readonly code: ServiceFailureCode;
  /** The key's status shows its end. Otherwise a check has to try. */
  readonly byStatus: boolean;
  /** The clock's elapsed milliseconds, which no setting of the time of day moves. */
  retryAt: number;
  pauseMs: number;
}

/** Stops checks while the service refuses them, and finds out when it works again. */
export function createBreaker(options: {
  readonly table: SettingTable;
  /** Names the service and the account there in the table. */
  readonly row: string;
  readonly account: string;
  readonly windowMs: number;
  /** Whether the key's status says that checks are possible; a `ServiceFailure` counts as no. */
  readonly probe: (signal: AbortSignal) => Promise<boolean>;
  /** Sends nothing for this long, since the service says that its limit was exceeded. */
  readonly pauseAll: (ms: number) => void;
  readonly health: Pick<StoreHealth, 'untilDone'>;
  readonly raise: RaiseAlert;
  readonly clock: Clock;
}) {
  const { table, row, account, windowMs, probe, pauseAll, health, raise, clock } = options;
  const stopped = new AbortController();
  let open: Open | undefined;
  /** How often it has opened. */
  let openings = 0;
  let failuresInARow = 0;
  /** The failure that the status said had ended. If it comes back before a check succeeds, the status is not asked again. */
  let unproven: ServiceFailureCode | undefined;

  const remainingMs = ({ retryAt }: Open): number =>
    Math.ceil(Math.max(retryAt - clock.elapsed(), 0));
  const shownRetryAt = (state: Open): number => clock.now() + remainingMs(state);
  const firstPauseMs = (code: ServiceFailureCode): number =>
    kindOf(code) === 'unsent' ? TROUBLE_PAUSE_MS : windowMs;
  const remember = (): void =>
    void health.untilDone(async () => {
      if (open === undefined) await table.delete(row);
      else
        await table.set(
          row,
          JSON.stringify({ code: open.code, account, retryAt: shownRetryAt(open) }),
        );
    });
  const openFor = (code: ServiceFailureCode, retryInMs: number): void => {
    const byStatus = isInStatus(code) && code !== unproven;
    open = { code, byStatus, pauseMs: firstPauseMs(code), retryAt: clock.elapsed() + retryInMs };
    openings += 1;
    // `stop` aborts it, which is not a failure.
    if (byStatus) probeUntilClosed(open).catch(() => undefined);
  };
  const trip = (code: ServiceFailureCode): void => {
    const pauseMs = firstPauseMs(code);
    if (open?.code === code) {
      // The pause counts from the last refusal, also for the next process.
      open.retryAt = Math.max(open.retryAt, clock.elapsed() + pauseMs);
      remember();
      return;
    }
    openFor(code, pauseMs);
    remember();
    raise({ kind: 'breaker-opened', code, retryAt: clock.now() + pauseMs });
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
  /** Whether the next check may try the service. */
  const isHalfOpen = (state: Open): boolean => !state.byStatus && remainingMs(state) === 0;
  /** Throws the failure that opened the breaker, with the time of the next try, unless it is time to try. */
  const assertMayPass = (): void => {
    if (open === undefined || isHalfOpen(open)) return;
    throw new ServiceFailure(open.code, { retryAt: shownRetryAt(open) });
  };
  async function probeUntilClosed(state: Open): Promise<void> {
    while (open === state) {
      await clock.sleep(remainingMs(state), stopped.signal);
      if (open !== state) return;
      backOff(state);
      const fine = await probe(stopped.signal).catch(() => false);
      if (!fine || open !== state) continue;
      unproven = state.code;
      close();
    }
  }

  return {
    /** Why nothing is sent at the moment, and when the bot tries again, in milliseconds since 1970. */
    paused: (): Usage['paused'] => open && { code: open.code, retryAt: shownRetryAt(open) },
    assertMayPass,
    /** The same, right before a check is sent: if it is time to try, this check is the trial. */
    pass: (): void => {
      assertMayPass();
      // A check that arrives before the answer to the trial waits.
      if (open !== undefined) backOff(open);
    },
    /** Resolves when the next check may be tried. Calls `onPause` with each pause until then. */
    closed: async (signal: AbortSignal, onPause?: (ms: number) => void): Promise<void> => {
      let known: number | undefined;
      while (open !== undefined && !isHalfOpen(open)) {
        if (open.retryAt !== known) onPause?.(remainingMs(open));
        known = open.retryAt;
        await clock.sleep(POLL_MS, signal);
      }
    },
    /** Taken when a request is sent, and passed to `succeeded` with its answer. */
    mark: (): number => openings,
    /** The answer to a request sent at `mark` arrived: closes the breaker if it opened before that. */
    succeeded: (mark: number): void => {
      unproven = undefined;
      if (open === undefined || mark === openings) close();
    },
    failed: (failure: ServiceFailure): void => {
      if (failure.kind === 'rate') pauseAll(windowMs);
      if (failure.refusesAll) trip(failure.code);
      // A failure of the kind `question` concerns one IMEI, not the service.
      else if (failure.kind !== 'question') {
        failuresInARow += 1;
        // While it is open nothing is sent, so its code is one that costs nothing.
        if (failuresInARow >= FAILURES_IN_A_ROW) trip('unreachable');
      }
    },
    /** Restores a breaker that the last process left open. Rejects if the store fails. */
    restore: async (): Promise<void> => {
      const known = rowSchema.safeParse(parseJson((await table.get(row)) ?? '')).data;
      if (known === undefined || open !== undefined) return;
      const { code, retryAt } = known;
      // Another account: only failures of the address still apply.
      if (known.account !== account && isInStatus(code)) return;
      // At most a window: before a restart an operator has usually fixed something.
      const retryInMs = Math.min(Math.max(retryAt - clock.now(), 0), windowMs);
      openFor(code, retryInMs);
      if (kindOf(code) === 'rate') pauseAll(retryInMs);
    },
    /** Stops the probes, at shutdown. */
    stop: (): void => stopped.abort(),
  };
}

function isInStatus(code: ServiceFailureCode): boolean {
  return factsOf(code).retry === 'status';
}
