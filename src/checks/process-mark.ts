import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { z } from 'zod';
import type { Clock } from '../core/clock.ts';
import { parseJson } from '../core/errors.ts';
import type { PastSend } from '../limiter/past.ts';
import type { ProviderLimits } from '../provider/contract.ts';
import type { MarkFile } from '../store/contract.ts';
import type { PastRow } from '../store/schema/send.ts';
import type { SettingTable } from '../store/schema/setting.ts';

const ROW = 'process';
/** A send keeps its slot at most this long after its answer or its time-out. */
const HOLD_WINDOWS = 2;

const markSchema = z.object({
  id: z.string(),
  /** The boot of the machine in which all uptimes of this row count. */
  boot: z.string(),
  uptime: z.number(),
  /** How many sends of the window are not in the table, and the uptime from which they count. */
  unrecorded: z.object({ count: z.number(), at: z.number() }),
  /** The uptime at which the process ended in order. */
  endedAt: z.number().optional(),
});
type Mark = z.infer<typeof markSchema>;

/** The sends of earlier processes in the window; `unknown` if the store may lack some. */
type Window = readonly PastSend[] | 'unknown';

/**
 * The mark of this process in the store, and the same id in a file next to it. They differ for a store that is new, restored or
 * swapped. It is written at a start and at an orderly end, not with each send.
 */
export function createProcessMark(
  settings: SettingTable,
  file: MarkFile | undefined,
  limits: ProviderLimits,
  clock: Clock,
  boot: string,
) {
  let mark: Mark | undefined;
  let storedId: string | undefined;
  const readMark = async (): Promise<Mark | undefined> => {
    const text = await settings.get(ROW);
    return text === undefined ? undefined : markSchema.safeParse(parseJson(text)).data;
  };
  const write = async (next: Omit<Mark, 'id'>): Promise<void> => {
    mark = { ...next, id: randomUUID() };
    await settings.set(ROW, JSON.stringify(mark));
    storedId = mark.id;
    // Without it the next start only waits for a window.
    await file?.write(mark.id).catch(() => undefined);
  };
  return {
    /**
     * Reads the sends of earlier processes, and writes the mark. Rejects while the store fails.
     * @param isKnown the store is known to have all sends: it is new, or the service has no limit
     */
    begin: async (latest: readonly PastRow[], isKnown: boolean): Promise<Window> => {
      const last = await readMark();
      const isTrusted =
        file === undefined || last?.id === (await file.read().catch(() => undefined));
      const start = { boot, now: clock.uptime(), isKnown };
      const { window, unrecorded } = windowOf(limits, start, isTrusted ? last : undefined, latest);
      await write({ boot, uptime: start.now, unrecorded });
      return window;
    },
    /** Identifies the mark that the store has of this process; undefined before there is one. */
    id: () => storedId,
    /** Whether the store still has this mark: it is the same store, and no other process has served on it since. */
    isLatest: async (id: string): Promise<boolean> => (await readMark())?.id === id,
    /** This process sends nothing more. Rejects if the store fails. */
    end: async (): Promise<void> => {
      if (mark !== undefined) await write({ ...mark, endedAt: clock.uptime() });
    },
  };
}

/** @param last the mark of the last process, if the store can be trusted */
function windowOf(
  limits: ProviderLimits,
  { boot, now, isKnown }: { boot: string; now: number; isKnown: boolean },
  last: Mark | undefined,
  latest: readonly PastRow[],
): Pick<Mark, 'unrecorded'> & { readonly window: Window } {
  const { perWindow, windowMs } = limits;
  const newest = latest.find((row) => row.boot === boot)?.sent.uptime ?? 0;
  // On some machines all boots have the same id. An uptime later than now is from an earlier boot.
  if (last?.boot === boot && Math.max(last.uptime, last.endedAt ?? 0, newest) <= now) {
    const { unrecorded } = last;
    const rows = latest
      .filter((row) => row.boot === boot && row.sent.uptime <= now)
      .map(({ sent, answered }) => ({
        sent: sent.uptime,
        ...(answered && { answered: answered.uptime }),
      }));
    return { unrecorded, window: [...rows, ...unrecordedSends(limits, unrecorded)] };
  }
  const end = last?.endedAt;
  if (last === undefined || end === undefined) {
    if (isKnown) return { unrecorded: { count: 0, at: now }, window: [] };
    return { unrecorded: { count: perWindow, at: now }, window: 'unknown' };
  }
  // Another machine or boot: each send that may still count keeps its slot for a window from now.
  const isRecent = (uptime: number): boolean => end - uptime < HOLD_WINDOWS * windowMs;
  const ofLast = latest.filter((row) => row.boot === last.boot);
  const rows = ofLast.filter(({ sent, answered = sent }) => isRecent(answered.uptime)).length;
  const before = isRecent(last.unrecorded.at) ? last.unrecorded.count : 0;
  const unrecorded = { count: Math.min(rows + before, perWindow), at: now };
  return { unrecorded, window: unrecordedSends(limits, unrecorded) };
}

/** If the window was full, some may still have been in flight. */
function unrecordedSends(
  limits: ProviderLimits,
  { count, at }: Mark['unrecorded'],
): readonly PastSend[] {
  const open = count === limits.perWindow ? limits.concurrent : 0;
  return Array.from({ length: count }, (_, n) =>
    n < open ? { sent: at } : { sent: at, answered: at },
  );
}

/** Identifies the boot of this machine. */
export function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return hostname();
  }
}
