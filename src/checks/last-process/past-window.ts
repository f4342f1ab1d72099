import type { ServiceLimits } from '../../core/service-limits.ts';
import type { PastSend } from '../../limiter/past.ts';
import type { PastRow } from '../../store/schema/send-table.ts';
import type { Mark } from './mark.ts';

/** A send keeps its slot for at most this many windows after its answer or its time-out. */
const HOLD_WINDOWS = 2;

type CarriedOver = Mark['carriedOver'];
const NO_SENDS = { count: 0, unanswered: 0 };
type LastProcess = Omit<Mark, 'id'>;

interface StartFacts {
  readonly limits: ServiceLimits;
  readonly callTimeoutMs: number;
  /** `isComplete`: the store has all sends for sure. */
  readonly start: { readonly boot: string; readonly uptime: number; readonly isComplete: boolean };
  /** Undefined if there is none, or if the marks in the store and in the file differ. */
  readonly last: LastProcess | undefined;
  /** The latest sends, latest first. */
  readonly latest: readonly PastRow[];
}

/** The sends of earlier processes in the present window. */
export interface PastWindow {
  /** `unknown` if the store may lack some. */
  readonly sends: readonly PastSend[] | 'unknown';
  readonly carriedOver: CarriedOver;
}

/**
 * Finds what earlier processes sent in the present window:
 *
 *     the last process                 its sends
 *     ran in this boot                 count by their uptimes
 *     ran in another boot, and ended   the recent ones are carried over: they count from now
 *     ran in another boot, was killed  unknown; none if the store has all sends for sure
 *     is not known                     unknown; none if the store has all sends for sure
 */
export function findPastWindow(facts: StartFacts): PastWindow {
  const { limits, start, last } = facts;
  if (last !== undefined && isOfThisBoot(last, facts)) return pastOfThisBoot(last, facts);
  if (last?.endedAt !== undefined) return pastOfOtherBoot(last, last.endedAt, facts);
  const at = start.uptime;
  if (start.isComplete) return { carriedOver: { count: 0, unanswered: 0, at }, sends: [] };
  const { perWindow, concurrent } = limits;
  const carriedOver = { count: perWindow, unanswered: concurrent, at };
  return { carriedOver, sends: 'unknown' };
}

/**
 * On some machines all boots have the same id. An uptime later than now is from an earlier boot.
 */
function isOfThisBoot(last: LastProcess, { start, latest }: StartFacts): boolean {
  const newest = latest.find((row) => row.boot === start.boot)?.sent.uptime ?? 0;
  const lastUptime = Math.max(last.uptime, last.endedAt ?? 0, newest);
  return last.boot === start.boot && lastUptime <= start.uptime;
}

function pastOfThisBoot({ carriedOver }: LastProcess, { start, latest }: StartFacts): PastWindow {
  const rows = latest
    .filter((row) => row.boot === start.boot && row.sent.uptime <= start.uptime)
    .map(({ sent, answered }) => ({
      sent: sent.uptime,
      ...(answered && { answered: answered.uptime }),
    }));
  return { carriedOver, sends: [...rows, ...sendsOf(carriedOver)] };
}

function pastOfOtherBoot(
  last: LastProcess,
  endedAt: number,
  { limits, callTimeoutMs, start, latest }: StartFacts,
): PastWindow {
  const { perWindow, concurrent, windowMs } = limits;
  const isRecent = (uptime: number): boolean => endedAt - uptime < HOLD_WINDOWS * windowMs;
  const rows = latest
    .filter((row) => row.boot === last.boot)
    .filter(({ sent, answered }) => isRecent(answered?.uptime ?? sent.uptime + callTimeoutMs));
  const unanswered = rows.filter(({ answered }) => answered === undefined).length;
  const before = isRecent(last.carriedOver.at) ? last.carriedOver : NO_SENDS;
  const carriedOver = {
    count: Math.min(rows.length + before.count, perWindow),
    unanswered: Math.min(unanswered + before.unanswered, concurrent),
    at: start.uptime,
  };
  return { carriedOver, sends: sendsOf(carriedOver) };
}

/** A call without an answer may still be in flight at the service, as one that timed out. */
function sendsOf({ count, unanswered, at }: CarriedOver): readonly PastSend[] {
  return Array.from({ length: count }, (_, n) =>
    n < unanswered ? { sent: at } : { sent: at, answered: at },
  );
}
