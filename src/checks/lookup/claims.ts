import { randomUUID } from 'node:crypto';
import type { Clock } from '../../core/clock.ts';
import { isFailureCode, ServiceFailure, type ServiceFailureCode } from '../../provider/errors.ts';
import { createUnchangedSince } from '../../store/cluster/attendance.ts';
import type { Collection } from '../../store/contract.ts';
import { claimantOf, createOwnClaims } from './own-claims.ts';

/** How often it is looked whether another process has its answer. */
const LOOK_EVERY_MS = 250;
/** How much longer than its request can take a claim stands that is neither renewed nor given back. */
const SPARE_MS = 15_000;

/** What stood under a claim's name when somebody began to wait. */
export type Seen = string | undefined;

/** One flight per IMEI over all processes: who is about to send claims it, and whoever comes meanwhile waits. */
export interface Claims {
  /** To be asked when the waiting begins, so that a failure from before it is told from one of what was waited for. */
  look(key: string): Promise<Seen>;
  /**
   * Rejects with `FailedElsewhere` when another process has sent this very IMEI since `seen` and it failed, or as the
   * store does.
   */
  take(key: string, wanted: Wanted): Promise<'taken' | 'held'>;
  /** Keeps a claim for as long as its request can take from now on; resolves with false when it is lost. */
  renew(key: string): Promise<boolean>;
  /** The answer is known to all, or there is none. Never rejects. */
  release(key: string, failure?: ClaimFailure): Promise<void>;
  /** Resolves when nobody has it under way any more; rejects as `take` does. */
  over(key: string, wanted: Wanted, signal: AbortSignal): Promise<void>;
  /** A process has ended: what it holds is given back once no request of it can be under way any more. Never rejects. */
  ended(process: string): void;
  /** The store works again: gives back what it would not. Rejects while it still does not. */
  catchUp(): Promise<void>;
  stop(): void;
}

/** What came of a request that may have been paid for. */
interface ClaimFailure {
  readonly code: ServiceFailureCode;
  readonly imeiHash: string;
}

interface Wanted {
  readonly imeiHash: string;
  readonly seen: Seen;
}

/** Another process sent it for all who waited, and it may have been paid for there; it is counted there as well. */
export class FailedElsewhere extends ServiceFailure {}

export interface ClaimsNeeds {
  readonly rows: Collection;
  /** The name of this process. */
  readonly by: string;
  readonly clock: Clock;
  readonly requestTimeoutMs: number;
  readonly onError: (error: unknown) => void;
}

export function createClaims({ rows, by, clock, requestTimeoutMs, onError }: ClaimsNeeds): Claims {
  const leaseMs = requestTimeoutMs + SPARE_MS;
  const own = createOwnClaims(rows, { by, clock });
  const stopped = new AbortController();
  /** What a process that has ended still holds goes when its request is over, unless it has come back. */
  const dropOf = async (process: string): Promise<void> => {
    const left = (await rows.entries()).filter(([, held]) => claimantOf(held) === process);
    if (left.length === 0) return;
    await clock.sleep(requestTimeoutMs, stopped.signal, { ref: false });
    for (const [key, held] of left) await rows.deleteIf(key, held);
  };
  const report = (error: unknown): void => {
    if (!stopped.signal.aborted) onError(error);
  };
  return {
    look: (key) => rows.get(key),
    renew: own.renew,
    take: async (key, wanted) => {
      if (await own.insert(key)) return 'taken';
      const held = await rows.get(key);
      if (own.takeOver(key, held)) return 'taken';
      throwIfFailed(held, wanted);
      const isFree =
        held === undefined
          ? await own.insert(key)
          : failureIn(held) !== undefined && (await own.replace(key, held));
      return isFree ? 'taken' : 'held';
    },
    release: async (key, failure) => {
      await own.release(key, failure && failed(failure)).catch(onError);
    },
    over: async (key, wanted, signal) => {
      const holders = createUnchangedSince();
      for (;;) {
        const held = await rows.get(key);
        if (held === undefined || own.takeOver(key, held)) return;
        throwIfFailed(held, wanted);
        if (failureIn(held) !== undefined) return;
        // Neither renewed nor given back for longer than its request can take, by a clock that nobody sets.
        if (holders.unchangedMs(key, held, clock.elapsed()) > leaseMs) await rows.deleteIf(key, held);
        else await clock.sleep(LOOK_EVERY_MS, signal);
      }
    },
    ended: (process) => void dropOf(process).catch(report),
    catchUp: own.catchUp,
    stop: () => stopped.abort(),
  };
}

function throwIfFailed(held: string | undefined, { imeiHash, seen }: Wanted): void {
  const failure = held === undefined || held === seen ? undefined : failureIn(held);
  if (failure?.imeiHash === imeiHash) throw new FailedElsewhere(failure.code);
}

function failed({ code, imeiHash }: ClaimFailure): string {
  return `failed ${code} ${imeiHash} ${randomUUID()}`;
}

/** The fourth word makes each failure unlike any other. */
function failureIn(held: string): ClaimFailure | undefined {
  const [word, code, imeiHash] = held.split(' ');
  if (word !== 'failed' || !isFailureCode(code) || imeiHash === undefined) return undefined;
  return { code, imeiHash };
}
