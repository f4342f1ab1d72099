import type { QuotaPicture } from '../charts/picture.ts';
import { DAY_MS } from '../core/durations.ts';
import type { Say } from './words/say.ts';

/** Which days of a month get a date on the axis: the more days the axis covers, the fewer dates fit. */
const DAYS_WITH_DATES: readonly { readonly upTo: number; readonly days: (day: number) => boolean }[] = [
  { upTo: 10, days: () => true },
  { upTo: 20, days: (day) => day % 2 === 1 && day < 30 },
  { upTo: 45, days: (day) => day % 7 === 1 && day < 29 },
  { upTo: Number.POSITIVE_INFINITY, days: (day) => day === 1 || day === 15 },
];

/** The dates below a time axis, each centred on its day, and the starts of months, in UTC. */
export function dateTicks(say: Say, from: number, to: number): Pick<QuotaPicture, 'dates' | 'monthStarts'> {
  const count = Math.round((to - from) / DAY_MS);
  const has = DAYS_WITH_DATES.find(({ upTo }) => count <= upTo)?.days ?? (() => false);
  const format = new Intl.DateTimeFormat(say.language, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  const days = Array.from({ length: count }, (_, index) => from + index * DAY_MS);
  const dayOfMonth = (at: number): number => new Date(at).getUTCDate();
  return {
    dates: days
      .filter((at) => has(dayOfMonth(at)))
      .map((at) => ({ at: at + DAY_MS / 2, text: format.format(at) })),
    monthStarts: days.filter((at) => dayOfMonth(at) === 1 && at > from),
  };
}
