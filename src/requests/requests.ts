import { type CheckWaits, createAccounts, type RaiseAlert } from '../checks/contract.ts';
import {
  type Adapter,
  type AdapterOf,
  type Principal,
  platformOf,
  type Receive,
  type Request,
} from '../core/adapter.ts';
import { type Clock, DAY_MS } from '../core/clock.ts';
import type { Command } from '../core/command.ts';
import type { Log } from '../ops/log/log.ts';
import type { Store } from '../store/contract.ts';
import { StoreFailed } from '../store/errors.ts';
import type { StoreHealth } from '../store/health.ts';
import { BUTTON, createMessageTable } from '../store/schema/message.ts';
import { createRequestTable } from '../store/schema/request.ts';
import type { Seal } from '../store/seal/seal.ts';
import { createAccept } from './accept.ts';
import { type AccessSettings, createAccess } from './access.ts';
import { createButtons } from './buttons.ts';
import { createOpenRequests, type OpenRequest } from './open.ts';
import { createRecover, SUSPECT_TRIES } from './recover.ts';
import { createRun } from './run.ts';
import { createShowReply, LAST_SHOWS_MS } from './show.ts';
import { createStates } from './states.ts';

/** An older open request is closed with an apology. */
export const REQUEST_MAX_AGE_MS = DAY_MS;

/** All requests of this process. */
export interface Requests {
  /** Takes a request from an adapter. */
  readonly receive: Receive;
  /** Continues the open requests of a platform, which is connected by now. Resolves when all have begun. */
  resume(platform: string): Promise<void>;
  /** How many requests this process is answering. */
  openCount(): number;
  /** Leaves requests that wait for a check to the next process. Resolves when the others are answered. */
  leave(): Promise<void>;
  /** Leaves the others as well. Resolves when nothing runs, or when showing a reply takes too long. */
  stop(): Promise<void>;
  /**
   * Deletes what is stored about a person: buttons, and open requests accepted before this one. Resolves with the number of
   * deleted requests.
   */
  forget(requester: Principal, request: { readonly requestId: string }): Promise<number>;
}

export function createRequests(options: {
  readonly store: Pick<Store, 'sql'>;
  readonly seal: Seal;
  readonly health: Pick<StoreHealth, 'report' | 'healthy'>;
  readonly commands: readonly Command[];
  /** The platforms. */
  readonly adapters: readonly Adapter[];
  /** Who may use the bot. */
  readonly access: AccessSettings;
  /** Which requests only wait for a check: they are not the reason why a process ends. */
  readonly waits?: CheckWaits;
  /** Sends alerts to admins. */
  readonly raise: RaiseAlert;
  readonly clock: Clock;
  readonly log: Log;
  /** How long a request is open at most. */
  readonly maxAgeMs?: number;
  /** Requests that the last run of this process did not answer; a new store does not have them. `stop` fills it. */
  readonly carried?: OpenRequest[] | undefined;
  /** Called with each request that was answered, and how long after it was accepted, in milliseconds. */
  readonly onAnswered?: (request: Request, tookMs: number) => void;
  /** Called when a command broke, after which its reply says so. */
  readonly onBroken?: () => void;
}): Requests {
  const { store, seal, health, commands, adapters, waits, raise, clock, log } = options;
  const { maxAgeMs = REQUEST_MAX_AGE_MS, onAnswered, onBroken } = options;
  const access = createAccess(options.access);
  const accountOf = createAccounts(options.access.allowed);
  const adapterOf: AdapterOf = (requester) =>
    adapters.find(({ platform }) => platform === platformOf(requester));
  /** By the time of day: an earlier process may have accepted it, on another machine. */
  const ageMs = ({ acceptedAt }: OpenRequest): number => clock.now() - acceptedAt;
  const isTooOld = (open: OpenRequest): boolean => ageMs(open) > maxAgeMs;
  const isWaiting = (id: string): boolean => waits?.isWaiting(id) === true;
  const onError = (error: unknown): void => {
    if (error instanceof StoreFailed) health.report(error);
    else log.error({ err: error }, 'What belongs to a request could not be written');
  };
  const onShown = (open: OpenRequest, outcome: 'answered' | 'undelivered'): void => {
    if (outcome === 'undelivered') recover.later(open);
    // The clock may have been set back.
    else onAnswered?.(open.request, Math.max(0, ageMs(open)));
  };
  const table = createRequestTable(store.sql, seal);
  const requests = createOpenRequests(table, health, clock, accountOf, onError);
  const buttons = createButtons(
    createMessageTable(store.sql, seal, clock, BUTTON),
    seal,
    clock,
    onError,
  );
  const statesOf = createStates(commands, access, buttons, adapterOf, isTooOld);
  const showReply = createShowReply(requests, buttons, adapterOf, clock, log);
  const run = createRun(requests, statesOf, showReply, onShown, { log, health, onBroken });
  const recover = createRecover({
    requests,
    run,
    adapterOf,
    isWaiting,
    isTooOld,
    raise,
    clock,
    log,
  });
  const receive = createAccept({
    requests,
    run,
    access,
    buttons,
    log,
    onRequest: recover.newRequest,
  });
  let isStopped = false;
  // Rows of answered requests are kept longer than this.
  const carried = options.carried?.filter((open) => !isTooOld(open));
  // Before the adapters start: their requests belong to this process.
  const leftOpen = requests.load(SUSPECT_TRIES, carried).catch((error: unknown) => {
    if (!isStopped) log.error({ err: error }, 'What the last process left open could not be read');
    return [];
  });
  return {
    receive,
    resume: async (platform) => {
      const open = (await leftOpen).filter(
        ({ request }) => platformOf(request.requester) === platform,
      );
      if (open.length > 0) log.info({ requests: open.length, platform }, 'Taking up open requests');
      for (const one of open) recover.start(one);
    },
    openCount: requests.count,
    leave: () => requests.leave(isWaiting),
    stop: async () => {
      isStopped = true;
      recover.stop();
      requests.stop();
      // An orderly end was not caused by a request.
      const left = requests.settled().then(() => table.clearTries(SUSPECT_TRIES).catch(onError));
      await Promise.race([left, clock.sleep(LAST_SHOWS_MS)]);
      options.carried?.splice(0, options.carried.length, ...requests.open());
    },
    forget: async (requester, { requestId }) => {
      const count = await requests.forget(requester, requestId);
      await buttons.forget(requester);
      await adapterOf(requester)?.forget?.(requester);
      return count;
    },
  };
}
