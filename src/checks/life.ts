import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { z } from 'zod';
import { jsonIn } from '../core/errors.ts';
import type { PastSend } from '../limiter/past.ts';
import type { ProviderLimits } from '../provider/contract.ts';
import type { PastRow } from '../store/schema/send.ts';
import type { SettingTable } from '../store/schema/setting.ts';
import type { ChecksNeeds } from './contract.ts';

const ROW = 'life';
/** No send holds a slot for longer than this after its answer, or after it was given up. */
const HOLD_WINDOWS = 2;

const markSchema = z.object({
  id: z.string(),
  /** The start of the machine by which all uptimes of this row count. */
  boot: z.string(),
  uptime: z.number(),
  /** So many slots of the window were taken by sends that are not in the table, and when. */
  held: z.number(),
  heldAt: z.number(),
  /** When the process ended in order. */
  endedAt: z.number().optional(),
});
type Mark = z.infer<typeof markSchema>;

/** What the window holds of earlier processes; `unknown` where the store cannot vouch for it. */
type Window = readonly PastSend[] | 'unknown';

type LifeNeeds = Pick<ChecksNeeds, 'clock' | 'markFile'> & {
  readonly provider: { readonly limits: ProviderLimits };
  readonly settings: SettingTable;
  readonly boot: string;
  /** Nothing was sent that the store does not have: it is new, or the service has no limit to cross. */
  readonly isKnown: boolean;
};

/**
 * The mark of this process in the store, and the same id in a file next to it. They differ for a store that is new, restored or
 * swapped. It is written at a start and at an orderly end, not with each send.
 */
export function createLife(needs: LifeNeeds) {
  const { settings, markFile: file, clock, boot } = needs;
  let mark: Mark | undefined;
  const write = async (next: Omit<Mark, 'id'>): Promise<void> => {
    mark = { ...next, id: randomUUID() };
    await settings.put(ROW, JSON.stringify(mark));
    // Without it the next start waits for a window, and no more than that.
    await file?.write(mark.id).catch(() => undefined);
  };
  return {
    /** Reads what the earlier processes left, and writes the mark. Rejects while the store fails. */
    begin: async (latest: readonly PastRow[]): Promise<Window> => {
      const text = await settings.get(ROW);
      const last = text === undefined ? undefined : markSchema.safeParse(jsonIn(text)).data;
      const isVouched = file === undefined || last?.id === (await file.read().catch(() => undefined));
      const now = clock.uptime();
      const { window, ...held } = windowOf(needs, isVouched ? last : undefined, latest, now);
      await write({ boot, uptime: now, ...held });
      return window;
    },
    /** This process sends nothing more. Rejects if the store fails. */
    end: async (): Promise<void> => {
      if (mark !== undefined) await write({ ...mark, endedAt: clock.uptime() });
    },
  };
}

type Held = Pick<Mark, 'held' | 'heldAt'>;

/** @param last the mark of the last process, where the store can be trusted */
function windowOf(
  { boot, isKnown, provider: { limits } }: LifeNeeds,
  last: Mark | undefined,
  latest: readonly PastRow[],
  now: number,
): Held & { readonly window: Window } {
  const { perWindow, windowMs } = limits;
  const newest = latest.find((row) => row.boot === boot)?.sent.uptime ?? 0;
  // Not every machine names its starts differently: what is later than now was before this one.
  if (last?.boot === boot && Math.max(last.uptime, last.endedAt ?? 0, newest) <= now) {
    const { held, heldAt } = last;
    const rows = latest.filter((row) => row.boot === boot && row.sent.uptime <= now).map(pastSend);
    return { held, heldAt, window: [...rows, ...heldSends(limits, { held, heldAt })] };
  }
  const end = last?.endedAt;
  if (last === undefined || end === undefined) {
    if (isKnown) return { held: 0, heldAt: now, window: [] };
    return { held: perWindow, heldAt: now, window: 'unknown' };
  }
  // By the clock of another machine, or of an earlier start of this one: all that may hold a slot does so for a window from now.
  const isRecent = (uptime: number): boolean => end - uptime < HOLD_WINDOWS * windowMs;
  const rows = latest.filter(
    (row) => row.boot === last.boot && isRecent((row.answered ?? row.sent).uptime),
  ).length;
  const held = Math.min(rows + (isRecent(last.heldAt) ? last.held : 0), perWindow);
  return { held, heldAt: now, window: heldSends(limits, { held, heldAt: now }) };
}

/** With a full window some may have been on their way. */
function heldSends(limits: ProviderLimits, { held, heldAt }: Held): readonly PastSend[] {
  const open = held === limits.perWindow ? limits.concurrent : 0;
  return Array.from({ length: held }, (_, index) =>
    index < open ? { sent: heldAt } : { sent: heldAt, answered: heldAt },
  );
}

function pastSend({ sent, answered }: PastRow): PastSend {
  return { sent: sent.uptime, ...(answered && { answered: answered.uptime }) };
}

/** Names the start of this machine. */
export function bootOf(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return hostname();
  }
}
