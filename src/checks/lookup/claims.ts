import { randomUUID } from 'node:crypto';
import type { Clock } from '../../core/clock.ts';
import { HOUR_MS } from '../../core/durations.ts';
import { isFailureCode, ServiceFailure, type ServiceFailureCode } from '../../provider/errors.ts';
import { createUnchangedSince } from '../../store/cluster/unchanged.ts';
import type { Collection } from '../../store/contract.ts';

/** How often it is looked whether another process has its answer. */
const LOOK_EVERY_MS = 250;
/** What a claim is kept longer than the request it is for. */
const SPARE_MS = 15_000;
/**
 * A failure is remembered as long as anybody may wait in line who asked before it, or stand still. Whoever asks after it
 * is not kept from asking.
 */
const FAILURE_KEPT_MS = 24 * HOUR_MS;

/** Follows the name of its process in a claim that is renewed: from then on its request may be under way. */
const SENT = ' sent';

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
  release(
    key: string,
    failure?: { readonly code: ServiceFailureCode; readonly imeiHash: string },
  ): Promise<void>;
  /** Resolves when nobody has it under way any more; rejects as `take` does. */
  over(key: string, wanted: Wanted, signal: AbortSignal): Promise<void>;
}

interface Wanted {
  readonly imeiHash: string;
  readonly seen: Seen;
}

/** Another process sent it for all who waited, and it may have been paid for there; it is counted there as well. */
export class FailedElsewhere extends ServiceFailure {}

/** Of a process that is alone with its store: its own flights are all there are. */
export const NO_CLAIMS: Claims = {
  look: async () => undefined,
  take: async () => 'taken',
  renew: async () => true,
  release: async () => undefined,
  over: async () => undefined,
};

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
  const leaseNow = () => ({ expiresAt: clock.now() + leaseMs });
  const sent = by + SENT;
  const isOwn = (held: Seen): boolean => held === by || held === sent;
  /** @param change is tried on a claim for which something was sent first: most end so */
  const endOwn = async (change: (own: string) => Promise<boolean>): Promise<boolean> =>
    (await change(sent)) || change(by);
  return {
    look: (key) => rows.get(key),
    renew: async (key) =>
      (await rows.replace(key, by, sent, leaseNow())) || rows.replace(key, sent, sent, leaseNow()),
    take: async (key, wanted) => {
      const lease = leaseNow();
      if (await rows.insert(key, by, lease)) return 'taken';
      const held = await rows.get(key);
      if (isOwn(held)) return 'taken';
      throwIfFailed(held, wanted);
      const isFree =
        held === undefined
          ? await rows.insert(key, by, lease)
          : failureIn(held) !== undefined && (await rows.replace(key, held, by, lease));
      return isFree ? 'taken' : 'held';
    },
    release: async (key, failure) => {
      try {
        if (failure === undefined) await endOwn((own) => rows.deleteIf(key, own));
        else {
          const failed = `failed ${failure.code} ${failure.imeiHash} ${randomUUID()}`;
          const kept = { expiresAt: clock.now() + FAILURE_KEPT_MS };
          await endOwn((own) => rows.replace(key, own, failed, kept));
        }
      } catch (error) {
        onError(error);
      }
    },
    over: async (key, wanted, signal) => {
      const holders = createUnchangedSince();
      for (;;) {
        const held = await rows.get(key);
        if (held === undefined || isOwn(held)) return;
        throwIfFailed(held, wanted);
        if (failureIn(held) !== undefined) return;
        // Not renewed and not released: its process is dead, and the store's clock was set back.
        if (holders.unchangedMs(key, held, clock.elapsed()) > leaseMs + SPARE_MS)
          await rows.deleteIf(key, held);
        else await clock.sleep(LOOK_EVERY_MS, signal);
      }
    },
  };
}

function throwIfFailed(held: string | undefined, { imeiHash, seen }: Wanted): void {
  const failure = held === undefined || held === seen ? undefined : failureIn(held);
  if (failure?.imeiHash === imeiHash) throw new FailedElsewhere(failure.code);
}

/** The fourth word makes each failure unlike any other. */
function failureIn(
  held: string,
): { readonly code: ServiceFailureCode; readonly imeiHash: string } | undefined {
  const [word, code, imeiHash] = held.split(' ');
  if (word !== 'failed' || !isFailureCode(code) || imeiHash === undefined) return undefined;
  return { code, imeiHash };
}
