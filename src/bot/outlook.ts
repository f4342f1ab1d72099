import type { Checks } from '../checks/checks.ts';
import { quotaTrend } from '../checks/quota/trend.ts';
import { type Clock, DAY_MS } from '../core/clock.ts';

/** The figures change by the hour, and Prometheus asks several times a minute. */
const KEPT_MS = 60_000;

/** When the checks of the month end, in milliseconds since 1970. */
interface Outlook {
  /** At the pace of the last days, were they not renewed before. */
  readonly runOutAt: number;
  /** The end of the month or of the key. */
  readonly renewalAt: number;
}

/** Looks ahead as `/quota` does, at most once a minute. Resolves with undefined while nothing can be foretold. */
export function createOutlook(
  { past, keyStatus }: Pick<Checks, 'past' | 'keyStatus'>,
  clock: Clock,
): () => Promise<Outlook | undefined> {
  let kept: { readonly at: number; readonly outlook: Promise<Outlook | undefined> } | undefined;
  const look = async (): Promise<Outlook | undefined> => {
    const { outlook } = quotaTrend(await past(), keyStatus.latest(), clock.now());
    if (typeof outlook === 'string') return undefined;
    const { from, perDay, horizonAt } = outlook;
    return { runOutAt: from.at + (from.left / perDay) * DAY_MS, renewalAt: horizonAt };
  };
  return () => {
    const now = clock.elapsed();
    if (kept === undefined || now - kept.at >= KEPT_MS) {
      const outlook = look();
      kept = { at: now, outlook };
      // A store that fails now may work at the next question.
      outlook.catch(() => {
        kept = undefined;
      });
    }
    return kept.outlook;
  };
}
