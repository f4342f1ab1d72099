import type { Clock } from '../../../core/clock.ts';
import { type FaultKind, faultOf, type TelegramFault } from '../errors.ts';
import type { Incidents } from '../incidents.ts';
import type { ChatQueues, Destination } from './queue.ts';

/** Pauses before a failed call is repeated; after the last one it fails. */
const PAUSES_MS = [1_000, 3_000, 9_000];
/** Longest total wait of one call on Telegram's demand. */
const LONGEST_FLOOD_WAIT_MS = 120_000;

/** Certainly not carried out, and worth repeating. */
const UNDONE: ReadonlySet<FaultKind> = new Set(['flood', 'server', 'not-sent']);
const HARMLESS: ReadonlySet<FaultKind> = new Set([...UNDONE, 'lost']);
/** Incidents of calls, which end with the next successful call. */
const INCIDENTS = ['flood', 'network', 'server'] as const;

/** What {@link createCalls} works with. */
export interface CallsNeeds {
  readonly clock: Clock;
  readonly incidents: Incidents;
  readonly queues: ChatQueues;
  /** Called if the token is refused, after which nothing works. */
  readonly onUnauthorized: () => void;
}

/** How a call is made. */
export interface CallOptions {
  /** Ends the waiting before an attempt. */
  readonly signal?: AbortSignal | undefined;
  /** The chat in whose limits the call counts: it waits for its turn. Progress is tried once; the next one is newer. */
  readonly to?: Destination | undefined;
}

/** Calls to Telegram with safe retries. They throw `TelegramFault`, or the reason of the signal. */
export interface Calls {
  /** For calls that may be carried out twice: edits, settings. */
  repeatable<T>(call: () => Promise<T>, options?: CallOptions): Promise<T>;
  /** For calls with visible effects: repeated only if they were certainly not carried out. */
  single<T>(call: () => Promise<T>, options?: CallOptions): Promise<T>;
}

/** Creates the retries. */
export function createCalls({ clock, incidents, queues, onUnauthorized }: CallsNeeds): Calls {
  /** Reads what went wrong with a call, and tells who has to know. */
  const note = (error: unknown): TelegramFault => {
    const fault = faultOf(error);
    if (fault.kind === 'unauthorized') onUnauthorized();
    tell(incidents, fault);
    return fault;
  };
  /** Resolves when the call may be tried again; throws the fault if it is not worth it. */
  const pauseAfter = async (
    fault: TelegramFault,
    { again, soFar, signal, to }: CallOptions & Retrying,
  ): Promise<void> => {
    if (fault.kind === 'flood' && to !== undefined) queues.close(to, fault.retryAfterMs);
    const pauseMs = again.has(fault.kind) ? nextPauseMs(fault, soFar) : undefined;
    if (pauseMs === undefined || to?.rank === 'progress') throw fault;
    // The next turn comes when the chat is open again.
    if (fault.kind === 'flood' && to !== undefined) return;
    await clock.sleep(pauseMs, signal);
  };
  const make = async <T>(
    call: () => Promise<T>,
    again: ReadonlySet<FaultKind>,
    { signal, to }: CallOptions = {},
  ): Promise<T> => {
    const soFar = { pauses: 0, floodMs: 0 };
    for (;;) {
      if (to !== undefined) await queues.turn(to, signal);
      signal?.throwIfAborted();
      try {
        const result = await call();
        for (const incident of INCIDENTS) incidents.over(incident);
        return result;
      } catch (error) {
        await pauseAfter(note(error), { again, soFar, signal, to });
      }
    }
  };
  return {
    repeatable: (call, options) => make(call, HARMLESS, options),
    single: (call, options) => make(call, UNDONE, options),
  };
}

interface Retrying {
  /** The failures after which it is tried again. */
  readonly again: ReadonlySet<FaultKind>;
  readonly soFar: Waited;
}

/** How often one call has paused, and how long on Telegram's demand. */
interface Waited {
  pauses: number;
  floodMs: number;
}

/** How long to wait before the next attempt of one call, which is counted; undefined if there is none. */
function nextPauseMs({ kind, retryAfterMs }: TelegramFault, soFar: Waited): number | undefined {
  if (kind !== 'flood') return PAUSES_MS[soFar.pauses++];
  soFar.floodMs += retryAfterMs;
  return soFar.floodMs <= LONGEST_FLOOD_WAIT_MS ? retryAfterMs : undefined;
}

function tell(incidents: Incidents, { kind, message, retryAfterMs }: TelegramFault): void {
  if (kind === 'flood') {
    incidents.tell(
      'flood',
      'Telegram asks for a pause, because too much was sent at once; replies come a little later. If this is said often, too many people use this bot in one group',
      { retryAfterMs },
    );
  }
  if (kind === 'server') {
    incidents.tell('server', 'Telegram has trouble of its own; I try again. Nothing has to be done here', {
      said: message,
    });
  }
  if (kind === 'not-sent' || kind === 'lost') {
    incidents.tell(
      'network',
      'Telegram cannot be reached, or breaks off; I try again. If this stays, look at the network, the proxy and TELEGRAM_API_URL',
      { said: message },
    );
  }
}
