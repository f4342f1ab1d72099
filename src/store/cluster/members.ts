import { randomUUID } from 'node:crypto';
import type { Clock } from '../../core/clock.ts';
import type { Collection } from '../contract.ts';
import { createAttendance, LEAVING, type Sign } from './attendance.ts';
import type { PermitSettings, Permits } from './permits.ts';

/** How often a process sends a heartbeat, and after how long without one it counts as dead; milliseconds. */
export interface HeartbeatSettings {
  readonly everyMs: number;
  readonly goneAfterMs: number;
}

const HEARTBEAT: HeartbeatSettings = { everyMs: 3_000, goneAfterMs: 15_000 };

/** This process among those that share a store. */
export interface Members {
  /** Its name, which no other process has or ever had. */
  readonly id: string;
  /** Sends heartbeats. Resolves when the process has left. */
  start(listener: MembersListener): Promise<void>;
  /** Whether its last heartbeat is so old that others may have taken over its work. */
  mayCountAsGone(): boolean;
  /** Whether that was so at any time: others may still be about to take over what they saw then. */
  hasCountedAsGone(): boolean;
  /** Announces that it leaves, so that others need not wait for it to be late. */
  leave(): Promise<void>;
}

/** Resolves with the processes that are alive, among them those of `listed` that cannot be called dead yet. */
export type LivingNow = (listed: readonly Sign[]) => Promise<ReadonlySet<string>>;

export interface MembersListener {
  /** Called after each heartbeat, but not while it is uncertain which processes are alive. */
  readonly onBeat: (livingNow: LivingNow) => Promise<void>;
  /** Called when this process was silent for so long that others may have counted it as dead. */
  readonly onReturn: () => Promise<void>;
  /** Called when the store or one of the other two callbacks fails. */
  readonly onError: (error: unknown) => void;
}

export interface MembersNeeds {
  readonly rows: Collection;
  readonly clock: Clock;
  readonly heartbeat?: HeartbeatSettings;
}

/** How many heartbeats of its own a process waits for the next one of a process that it has heard of. */
const LATE_BEATS = 2;

/** Silence is measured by the machine's uptime, which includes its sleep: other machines do not sleep with it. */
export function createMembers({ rows, clock, heartbeat = HEARTBEAT }: MembersNeeds): Members {
  const id = randomUUID();
  const stopped = new AbortController();
  const { everyMs, goneAfterMs } = heartbeat;
  /** Since when every heartbeat of this process was written: before that, those of others may have failed as well. */
  let heardSince: number | undefined;
  /** Counted from the start, so that a process that is paused before its first heartbeat notices. */
  let heardLast: number | undefined;
  let isTelling = false;
  /** Its heartbeats are written again, and it does not know yet what others have taken over meanwhile. */
  let isReturning = false;
  let hasReturned = false;
  const lateMs = LATE_BEATS * everyMs;
  // Longer than it takes a process to count itself as gone. Not whole heartbeats, or a look that comes a little early would miss it.
  const silentMs = goneAfterMs + everyMs / 2;
  const attendance = createAttendance({ lateMs, silentMs, rowMs: goneAfterMs });
  let beats = 0;

  const sayHere = async (): Promise<void> => {
    beats += 1;
    try {
      await rows.put(id, String(beats), { expiresAt: clock.now() + goneAfterMs });
    } catch (error) {
      heardSince = undefined;
      throw error;
    }
    const now = clock.uptime();
    const wasAway = heardLast !== undefined && now - heardLast > goneAfterMs;
    isReturning ||= wasAway;
    hasReturned ||= wasAway;
    heardLast = now;
    heardSince = wasAway ? now : (heardSince ?? now);
  };
  const livingNow: LivingNow = async (listed) =>
    attendance.look(await rows.entries(), listed, clock.uptime());
  const tell = async ({ onBeat, onReturn }: MembersListener): Promise<void> => {
    if (isReturning) {
      await onReturn();
      isReturning = false;
    }
    if (heardSince === undefined || clock.uptime() - heardSince < goneAfterMs) return;
    await onBeat(livingNow);
  };
  const beat = async (listener: MembersListener): Promise<void> => {
    await sayHere();
    // A listener may take long, and must not delay the heartbeats.
    if (isTelling) return;
    isTelling = true;
    void tell(listener)
      .catch(listener.onError)
      .finally(() => {
        isTelling = false;
      });
  };
  const mayCountAsGone = (): boolean =>
    isReturning || (heardLast !== undefined && clock.uptime() - heardLast > goneAfterMs);
  return {
    id,
    mayCountAsGone,
    hasCountedAsGone: () => hasReturned || mayCountAsGone(),
    start: async (listener) => {
      heardLast = clock.uptime();
      while (!stopped.signal.aborted) {
        await beat(listener).catch(listener.onError);
        await clock.sleep(everyMs, stopped.signal, { ref: false }).catch(() => undefined);
      }
    },
    leave: async () => {
      stopped.abort();
      // If the store is down, the others notice by themselves.
      await rows.put(id, LEAVING, { expiresAt: clock.now() + goneAfterMs }).catch(() => undefined);
    },
  };
}

/** Coordinates the processes that work on one store. */
export interface SharedStore {
  readonly members: Members;
  /** The limit of all of them. */
  readonly createPermits: (settings: PermitSettings) => Permits;
}
