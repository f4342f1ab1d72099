import type { Clock } from '../../core/clock.ts';
import type { Job, SendPermit } from '../../limiter/job.ts';
import type { Limiter } from '../../limiter/limiter.ts';
import { type CanSend, SendVetoed } from '../../provider/contract.ts';
import type { RawAnswer } from '../../provider/device.ts';
import { ServiceFailure } from '../../provider/errors.ts';
import type { StoreHealth } from '../../store/health.ts';
import type { CheckObserver } from '../basics.ts';
import type { Ledger, Send, SendEntry } from './ledger.ts';
import type { LedgerMark } from './ledger-mark.ts';

/** How often it is looked whether a store that was taken away is back. */
const HELD_LOOK_MS = 1_000;

/** One request to the service, from the queue to the raw answer. */
export interface OutboxJob extends Job {
  readonly send: Send;
  /** Asked right before it is sent, which may be long after its turn came. With false, nothing is sent: `CalledOff`. */
  readonly mayStillBeSent?: () => boolean;
  readonly call: (canSend: CanSend) => Promise<RawAnswer>;
  /** All requests that the answer is for; persisted with it. */
  readonly sharedBy?: () => readonly string[];
  /** Aborted when a single check waits for this as well: it does not wait for a failing store as a batch does. */
  readonly single?: AbortSignal;
}

/** The answer, and the ledger's entry of it. */
export interface Sent {
  readonly raw: RawAnswer;
  readonly entry: SendEntry;
  /** Milliseconds since 1970. */
  readonly sentAt: number;
}

/**
 * The only way to the service: through the limiter, and persisted before the request is sent and when it is answered. Both
 * calls of the interface go through it, since both count as requests.
 */
export interface Outbox {
  /** Resolves with undefined if `beforeSend` said `skip`. Throws `ServiceFailure`, or the signal's reason. */
  send(outgoing: OutboxJob): Promise<Sent | undefined>;
}

export interface OutboxNeeds {
  readonly limiter: Limiter;
  readonly ledger: Pick<Ledger, 'sent' | 'failedUnwritten'>;
  readonly mark: Pick<LedgerMark, 'written' | 'withdraw'>;
  readonly health: StoreHealth;
  /** Whether the store is still this process' own. See `OpenDatabase`. */
  readonly holds?: (() => boolean) | undefined;
  readonly clock: Clock;
  readonly observer: Pick<CheckObserver, 'waited' | 'serviceAnswered' | 'serviceResponded'>;
}

export function createOutbox(needs: OutboxNeeds): Outbox {
  const { limiter, ledger, mark, health, clock, observer } = needs;
  /** Waits even for a single check: nothing is sent that the next start would not know of. */
  const untilWritable = ({ signal, onWait }: OutboxJob): Promise<void> => {
    onWait?.({ position: 1, startsInMs: 0, held: 'store' });
    return health.healthy(signal);
  };
  /**
   * Whether the store is this process' own; with false it is to be asked again, after permission to send. What another process
   * sends by now is not counted here, so nothing is sent any more; this process is about to end.
   */
  const holdsStore = async ({ signal, onWait }: OutboxJob): Promise<boolean> => {
    if (needs.holds?.() !== false) return true;
    onWait?.({ position: 1, startsInMs: 0, held: 'store' });
    await clock.sleep(HELD_LOOK_MS, signal);
    return false;
  };
  /** Whether the next start will know of it: from the ledger, or because the ledger counts as incomplete. */
  const isKnownToLeave = (entry: SendEntry): Promise<boolean> =>
    entry.markSending().then(
      () => true,
      (error: unknown) => {
        health.report(error);
        return mark.withdraw();
      },
    );
  /** The entry of one that leaves although the store takes none; undefined once the store is to be asked again. */
  const withoutStore = async (outgoing: OutboxJob): Promise<SendEntry | undefined> => {
    // A single check is answered all the same. A batch waits: it could spend much that is not persisted.
    if (waitsForStore(outgoing)) await untilHealthy(needs, outgoing);
    else if (await mark.withdraw()) return unwritten(needs, outgoing.send);
    else await untilWritable(outgoing);
    return undefined;
  };
  const writeDown = async (outgoing: OutboxJob): Promise<SendEntry> => {
    for (;;) {
      try {
        // Together, so that a store may write both at once; what the mark vouches for goes first.
        const [sent, isMarked] = await Promise.all([ledger.sent(outgoing.send), mark.written()]);
        const entry = forgiving(sent, health);
        if (isMarked || (await mark.withdraw())) return entry;
        await entry.withdrawn();
      } catch (error) {
        health.report(error);
        const entry = await withoutStore(outgoing);
        if (entry !== undefined) return entry;
        continue;
      }
      await untilWritable(outgoing);
    }
  };
  /** With false it waited, and is to be asked again, after permission to send. */
  const mayLeave = async (outgoing: OutboxJob, entry: SendEntry): Promise<boolean> => {
    if (!(await holdsStore(outgoing))) return false;
    if (await isKnownToLeave(entry)) return true;
    await untilWritable(outgoing);
    return false;
  };
  /** Asks for permission again after each step that may have taken long: persisting the entry, and connecting. */
  const callInTime = async (outgoing: OutboxJob, attempt: Attempt) => {
    const { turn, entry } = attempt;
    for (;;) {
      await turn.confirm();
      if (outgoing.mayStillBeSent?.() === false) throw new CalledOff();
      if (!(await mayLeave(outgoing, entry))) continue;
      const sentAt = clock.now();
      const leftAt = clock.elapsed();
      try {
        attempt.hasLeft = true;
        const raw = await outgoing.call(turn.canSend);
        return { raw, sentAt, tookMs: clock.elapsed() - leftAt };
      } catch (error) {
        if (!(error instanceof SendVetoed)) throw error;
        attempt.hasLeft = false;
      }
    }
  };
  const send = async (outgoing: OutboxJob, turn: SendPermit): Promise<Sent> => {
    const { sharedBy = () => [] } = outgoing;
    // The mark stands beside the store by its name: another process' would be written over.
    while (!(await holdsStore(outgoing))) await turn.confirm();
    const entry = await writeDown(outgoing);
    const attempt: Attempt = { turn, entry, hasLeft: false };
    try {
      const { raw, sentAt, tookMs } = await callInTime(outgoing, attempt);
      observer.serviceAnswered(tookMs);
      observer.serviceResponded(String(raw.httpStatus));
      await entry.answered(raw, sharedBy());
      return { raw, entry, sentAt };
    } catch (error) {
      if (!attempt.hasLeft) await entry.withdrawn();
      else if (error instanceof ServiceFailure) {
        observer.serviceResponded(String(error.httpStatus ?? 'none'));
        await entry.failed(error.code, sharedBy());
      }
      throw error;
    }
  };
  return {
    send: (outgoing) => {
      const cameAt = clock.elapsed();
      return limiter.schedule<Sent>(outgoing, {
        send: (turn) => {
          observer.waited(clock.elapsed() - cameAt);
          return send(outgoing, turn);
        },
        arrived: (error) =>
          !(error instanceof CalledOff || (error instanceof ServiceFailure && error.kind === 'unsent')),
      });
    },
  };
}

/** A request about to be sent. */
interface Attempt {
  readonly turn: SendPermit;
  readonly entry: SendEntry;
  /** Whether it may have been sent, and so paid for. */
  hasLeft: boolean;
}

/** It was not sent, since `mayStillBeSent` said so. */
export class CalledOff extends Error {
  override readonly name = 'CalledOff';
}

/** A check that meets a failing store. */
type Waiting = Pick<OutboxJob, 'priority' | 'signal' | 'single' | 'onWait'>;

/** Whether a check waits for a failing store: a batch does, a single check does not. */
export function waitsForStore({ priority, single }: Pick<Waiting, 'priority' | 'single'>): boolean {
  return priority === 'batch' && !single?.aborted;
}

/**
 * Resolves when the store works again, or when a single check joins, which need not wait for it.
 * @param needsStore a single check waits as well
 */
export async function untilHealthy(
  { health, needsStore = false }: Pick<OutboxNeeds, 'health'> & { readonly needsStore?: boolean },
  { signal, single, onWait }: Waiting,
): Promise<void> {
  const hurry = needsStore ? undefined : single;
  if (needsStore) onWait?.({ position: 1, startsInMs: 0, held: 'store' });
  try {
    await health.healthy(hurry === undefined ? signal : AbortSignal.any([signal, hurry]));
  } catch (error) {
    if (signal.aborted || !hurry?.aborted) throw error;
  }
}

/**
 * The entry of a request that could not be persisted. Its failure is remembered in this process, so that a reply that is shown
 * again is not paid for again.
 */
function unwritten({ mark, ledger }: Pick<OutboxNeeds, 'mark' | 'ledger'>, send: Send): SendEntry {
  return {
    answered: async () => undefined,
    failed: (code, sharedBy = []) => ledger.failedUnwritten(send, code, sharedBy).catch(() => undefined),
    cached: async () => undefined,
    withdrawn: async () => undefined,
    markSending: async () => {
      if (!(await mark.withdraw())) throw new Error('nothing can be kept of a send that is not written down');
    },
  };
}

/** The same entry, whose failed writes are only reported: they do not discard an answer that has already arrived. */
function forgiving(entry: SendEntry, { report }: StoreHealth): SendEntry {
  return {
    answered: (...what) => entry.answered(...what).catch(report),
    failed: (...what) => entry.failed(...what).catch(report),
    cached: () => entry.cached().catch(report),
    withdrawn: () => entry.withdrawn().catch(report),
    markSending: entry.markSending,
  };
}
