import { randomUUID } from 'node:crypto';
import type { Clock } from '../../core/clock.ts';
import type { Collection } from '../contract.ts';
import { createAttendance, HERE, LEAVING } from './attendance.ts';

/** A process says so often that it is there, and is taken for gone when it was not heard of for so long. */
export interface HeartbeatSettings {
  readonly everyMs: number;
  readonly goneAfterMs: number;
}

const HEARTBEAT: HeartbeatSettings = { everyMs: 3_000, goneAfterMs: 15_000 };

/** This process among those that share a store. */
export interface Members {
  /** Its name, unlike that of any other before or beside it. */
  readonly id: string;
  /** Says that it is there, again and again. Resolves when it has left. */
  start(listener: MembersListener): Promise<void>;
  /** Whether it was silent for so long that others may have taken over what it does. */
  mayCountAsGone(): boolean;
  /** Whether it was so at any time: others may be about to take over what they saw then. */
  hasCountedAsGone(): boolean;
  /** Says that it is going, so that nobody waits to find out. */
  leave(): Promise<void>;
}

/** Who was heard of lately, and those of the names that cannot be told to be gone yet. */
export type LivingNow = (names: readonly string[]) => Promise<ReadonlySet<string>>;

export interface MembersListener {
  /** Called again and again, but not while it cannot be told for sure who lives. */
  readonly onBeat: (livingNow: LivingNow) => Promise<void>;
  /** This process was silent for so long that others may have taken it for gone. */
  readonly onReturn: () => Promise<void>;
  /** The store fails, or one of these did. */
  readonly onError: (error: unknown) => void;
}

export interface MembersNeeds {
  readonly rows: Collection;
  readonly clock: Clock;
  readonly heartbeat?: HeartbeatSettings;
}

/** How many beats of its own a process waits for the word of one that it heard of before. */
const LATE_BEATS = 2;

/** Silence is measured by the uptime, which a machine's sleep counts towards: the others do not sleep with it. */
export function createMembers({ rows, clock, heartbeat = HEARTBEAT }: MembersNeeds): Members {
  const id = randomUUID();
  const stopped = new AbortController();
  const { everyMs, goneAfterMs } = heartbeat;
  /** Since when every word of this process was heard: before that, others may just not have come through either. */
  let heardSince: number | undefined;
  /** From its start on, so that one that stands still before its first word knows of it. */
  let heardLast: number | undefined;
  let isTelling = false;
  /** Heard again, and not yet sure what others have taken meanwhile. */
  let isReturning = false;
  let hasReturned = false;
  const attendance = createAttendance(LATE_BEATS * everyMs);

  const sayHere = async (): Promise<void> => {
    try {
      await rows.put(id, HERE, { expiresAt: clock.now() + goneAfterMs });
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
  const livingNow: LivingNow = async (names) => attendance.look(await rows.entries(), names, clock.uptime());
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
    // What is told may take long, and must not keep this process from being heard.
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
      // Without the store, the others find out by themselves.
      await rows.put(id, LEAVING, { expiresAt: clock.now() + goneAfterMs }).catch(() => undefined);
    },
  };
}
