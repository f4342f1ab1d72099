import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { z } from 'zod';
import type { Clock } from '../core/clock.ts';
import { parseJson } from '../core/json.ts';
import type { ServiceLimits } from '../core/service-limits.ts';
import type { PastSend } from '../limiter/past.ts';
import type { MarkFile } from '../store/contract.ts';
import type { MetadataTable } from '../store/schema/metadata.ts';
import type { PastRow } from '../store/schema/send.ts';

const ROW = 'process';
/** A send keeps its slot at most this long after its answer or its time-out. */
const HOLD_WINDOWS = 2;

const markSchema = z.object({
  id: z.string(),
  /** The boot of the machine in which all uptimes of this row count. */
  boot: z.string(),
  uptime: z.number(),
  /** How many sends of the window are not in the table, and the uptime from which they count. */
  carriedOver: z.object({ count: z.number(), at: z.number() }),
  /** The uptime at which the process ended in order. */
  endedAt: z.number().optional(),
});
type Mark = z.infer<typeof markSchema>;

/** The sends of earlier processes in the window; `unknown` if the store may lack some. */
type Window = readonly PastSend[] | 'unknown';

interface ProcessMarkOptions {
  readonly metadata: MetadataTable;
  /** Next to a store in a file. */
  readonly file?: MarkFile | undefined;
  readonly limits: ServiceLimits;
  /** Identifies the boot of the machine. */
  readonly boot: string;
  readonly clock: Clock;
}

/**
 * The mark of this process in the store, and the same id in a file next to it. They differ for a
 * store that is new, restored or swapped. It is written at a start and at an orderly end, not with
 * each send.
 */
export class ProcessMark {
  readonly #options: ProcessMarkOptions;
  #mark: Mark | undefined;
  #storedId: string | undefined;

  constructor(options: ProcessMarkOptions) {
    this.#options = options;
  }

  /** Identifies the mark that the store has of this process; undefined before there is one. */
  get id(): string | undefined {
    return this.#storedId;
  }

  /**
   * Reads the sends of earlier processes, and writes the mark. Rejects while the store fails.
   * @param isKnown the store is known to have all sends: it is new, or the service has no limit
   */
  async begin(latest: readonly PastRow[], isKnown: boolean): Promise<Window> {
    const { file, limits, boot, clock } = this.#options;
    const last = await this.#read();
    // A file that cannot be read is no proof either: then the bot waits for a window.
    const isTrusted = file === undefined || last?.id === (await file.read().catch(() => undefined));
    const start = { boot, now: clock.uptime(), isKnown };
    const { window, carriedOver } = findWindow({
      limits,
      start,
      last: isTrusted ? last : undefined,
      latest,
    });
    await this.#write({ boot, uptime: start.now, carriedOver });
    return window;
  }

  /**
   * Whether the store still has this mark: it is the same store, and no other process has served on
   * it since. Rejects if the store fails.
   */
  async isLatest(id: string): Promise<boolean> {
    return (await this.#read())?.id === id;
  }

  /** This process sends nothing more. Rejects if the store fails. */
  async end(): Promise<void> {
    if (this.#mark === undefined) return;
    await this.#write({ ...this.#mark, endedAt: this.#options.clock.uptime() });
  }

  async #read(): Promise<Mark | undefined> {
    const text = await this.#options.metadata.get(ROW);
    return text === undefined ? undefined : markSchema.safeParse(parseJson(text)).data;
  }

  async #write(next: Omit<Mark, 'id'>): Promise<void> {
    const { metadata, file } = this.#options;
    const mark = { ...next, id: randomUUID() };
    this.#mark = mark;
    await metadata.set(ROW, JSON.stringify(mark));
    this.#storedId = mark.id;
    // If the file lacks it, the next start only waits for a window.
    await file?.write(mark.id).catch(() => undefined);
  }
}

interface StartFacts {
  readonly limits: ServiceLimits;
  readonly start: { readonly boot: string; readonly now: number; readonly isKnown: boolean };
  /** The mark of the last process, if the store can be trusted. */
  readonly last: Mark | undefined;
  /** The latest sends, latest first. */
  readonly latest: readonly PastRow[];
}

interface KnownWindow {
  readonly window: Window;
  readonly carriedOver: Mark['carriedOver'];
}

/** What earlier processes sent in the present window, as far as the store can tell. */
function findWindow(facts: StartFacts): KnownWindow {
  const { limits, start, last } = facts;
  const { now, isKnown } = start;
  if (last !== undefined && isOfThisBoot(last, facts)) return findWindowOfThisBoot(last, facts);
  if (last?.endedAt !== undefined)
    return findWindowOfOtherBoot({ ...last, endedAt: last.endedAt }, facts);
  if (isKnown) return { carriedOver: { count: 0, at: now }, window: [] };
  return { carriedOver: { count: limits.perWindow, at: now }, window: 'unknown' };
}

/**
 * On some machines all boots have the same id. An uptime later than now is from an earlier boot.
 */
function isOfThisBoot(last: Mark, { start, latest }: StartFacts): boolean {
  const newest = latest.find((row) => row.boot === start.boot)?.sent.uptime ?? 0;
  return last.boot === start.boot && Math.max(last.uptime, last.endedAt ?? 0, newest) <= start.now;
}

function findWindowOfThisBoot(
  { carriedOver }: Mark,
  { limits, start, latest }: StartFacts,
): KnownWindow {
  const rows = latest
    .filter((row) => row.boot === start.boot && row.sent.uptime <= start.now)
    .map(({ sent, answered }) => ({
      sent: sent.uptime,
      ...(answered && { answered: answered.uptime }),
    }));
  return { carriedOver, window: [...rows, ...carriedOverSends(limits, carriedOver)] };
}

/** Another machine or boot: each send that may still count keeps its slot for a window from now. */
function findWindowOfOtherBoot(
  last: Mark & { readonly endedAt: number },
  { limits, start, latest }: StartFacts,
): KnownWindow {
  const { perWindow, windowMs } = limits;
  const isRecent = (uptime: number): boolean => last.endedAt - uptime < HOLD_WINDOWS * windowMs;
  const ofLast = latest.filter((row) => row.boot === last.boot);
  const rows = ofLast.filter(({ sent, answered = sent }) => isRecent(answered.uptime)).length;
  const before = isRecent(last.carriedOver.at) ? last.carriedOver.count : 0;
  const carriedOver = { count: Math.min(rows + before, perWindow), at: start.now };
  return { carriedOver, window: carriedOverSends(limits, carriedOver) };
}

/** If the window was full, some may still have been in flight. */
function carriedOverSends(
  limits: ServiceLimits,
  { count, at }: Mark['carriedOver'],
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
    // Not Linux: uptimes are compared with those of this machine, whatever boot they are of.
    return hostname();
  }
}
