import type { Clock } from '../core/clock.ts';
import { FAILURE_FACTS, type ServiceFailureCode } from '../service/errors.ts';
import type { Collection } from '../store/store.ts';

/** How often it is looked whether another process has its answer. */
const LOOK_EVERY_MS = 250;
/** What a claim is kept longer than the request it is for. */
const SPARE_MS = 15_000;
/** A failure is remembered this long, for those who waited for it in other processes. */
const FAILURE_KEPT_MS = 5_000;

/** One flight per IMEI over all processes: who is about to send claims it, and whoever comes meanwhile waits. */
export interface Claims {
  /** Resolves with false when another process has it under way. Rejects when the store fails. */
  take(key: string): Promise<boolean>;
  /** Keeps a claim for as long as its request can take from now on; resolves with false when it is lost. */
  renew(key: string): Promise<boolean>;
  /** The answer is known to all, or there is none. Never rejects. */
  release(
    key: string,
    failure?: { readonly code: ServiceFailureCode; readonly imeiHash: string },
  ): Promise<void>;
  /** Resolves when nobody has it under way any more, with how it failed for this IMEI, if so. */
  over(key: string, imeiHash: string, signal: AbortSignal): Promise<ServiceFailureCode | undefined>;
}

/** Of a process that is alone with its store: its own flights are all there are. */
export const NO_CLAIMS: Claims = {
  take: async () => true,
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
  const leaseNow = () => ({ expiresAt: clock.now() + requestTimeoutMs + SPARE_MS });
  return {
    renew: (key) => rows.replace(key, by, by, leaseNow()),
    take: async (key) => {
      const lease = leaseNow();
      if (await rows.insert(key, by, lease)) return true;
      const held = await rows.get(key);
      if (held === undefined) return rows.insert(key, by, lease);
      return held === by || (failureIn(held) !== undefined && rows.replace(key, held, by, lease));
    },
    release: async (key, failure) => {
      try {
        if (failure === undefined) await rows.deleteIf(key, by);
        else
          await rows.replace(key, by, `failed ${failure.code} ${failure.imeiHash}`, {
            expiresAt: clock.now() + FAILURE_KEPT_MS,
          });
      } catch (error) {
        onError(error);
      }
    },
    over: async (key, imeiHash, signal) => {
      for (;;) {
        const held = await rows.get(key);
        if (held === undefined || held === by) return undefined;
        const failure = failureIn(held);
        if (failure !== undefined) return failure.imeiHash === imeiHash ? failure.code : undefined;
        await clock.sleep(LOOK_EVERY_MS, signal);
      }
    },
  };
}

function failureIn(
  held: string,
): { readonly code: ServiceFailureCode; readonly imeiHash: string } | undefined {
  const [word, code, imeiHash] = held.split(' ');
  if (word !== 'failed' || !isFailureCode(code) || imeiHash === undefined) return undefined;
  return { code, imeiHash };
}

function isFailureCode(code: string | undefined): code is ServiceFailureCode {
  return code !== undefined && code in FAILURE_FACTS;
}
