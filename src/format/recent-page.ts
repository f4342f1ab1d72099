import { type Reply, type ReplyParts, reply } from '../core/reply/reply.ts';
import type { RecentCheck } from '../history/history.ts';
import type { ReplyContext } from './format.ts';
import { joinByDots } from './reply/compose.ts';
import { shownImei } from './reply/masked.ts';
import { oneLine } from './reply/one-line.ts';
import { titleAndSummary } from './texts/say.ts';
import { clockTime, dateAndTime, isSameDay, zoneName } from './texts/times.ts';

const LONGEST_NAME = 60;

/** A page of somebody's recent checks. */
export interface RecentPage {
  /** Newest first. */
  readonly checks: readonly RecentCheck[];
  /** The number of checks before this page. */
  readonly from: number;
  /** The number of the page, from 1. */
  readonly page: number;
  readonly pages: number;
  /** The number of checks on all pages. */
  readonly count: number;
}

/** The search of a page of recent checks, and the form of its times. */
interface Search {
  /** The search text; may be empty. */
  readonly find: string;
  /** The IANA name of the time zone in which times are shown. */
  readonly timeZone: string;
}

/** The reply to `/recent` if the person has no recent checks, or if none are stored at all. */
export function noChecksReply({ say }: ReplyContext, areStored: boolean): Reply {
  return reply({
    tone: 'neutral',
    isPrivate: true,
    ...titleAndSummary(say, areStored ? 'recent.none' : 'recent.off'),
  });
}

/** The reply to `/recent`: a page of all recent checks, or of those that match a text. */
export function recentReply(context: ReplyContext, shown: RecentPage & Search): Reply {
  const { say } = context;
  const { checks, count, page, pages, timeZone } = shown;
  const base = { tone: 'neutral', isPrivate: true } as const satisfies Partial<ReplyParts>;
  const find = oneLine(shown.find, 40);
  if (count === 0) {
    return reply({
      ...base,
      title: say('recent.noMatch.title', { find }),
      summary: say('recent.noMatch.summary'),
    });
  }
  return reply({
    ...base,
    title: find === '' ? say('recent.title', { count }) : say('recent.found', { count, find }),
    summary: pages > 1 ? say('recent.page', { page, pages }) : undefined,
    sections: [
      {
        fields: [],
        lines: recentLines(context, shown),
        copyable: checks.map(({ imei }) => shownImei(context, imei)),
      },
    ],
    ...(pages > 1 && { withoutButtons: say('recent.noButtons') }),
    note: joinByDots(
      say('recent.note'),
      say('recent.zone', { zone: zoneName(say, context.now, timeZone) }),
    ),
  });
}

/** The reply with the only recent check that matches a message. */
export function onlyMatchReply(context: ReplyContext, check: RecentCheck, timeZone: string): Reply {
  const { say, now } = context;
  const time = clockTime(say, check.at, timeZone);
  const number = shownImei(context, check.imei);
  return reply({
    tone: 'neutral',
    isPrivate: true,
    title: isSameDay(check.at, now, timeZone)
      ? say('recent.once.today', { time })
      : say('recent.once.earlier', { date: dateAndTime(say, check.at, timeZone) }),
    sections: [
      { fields: [], lines: [joinByDots(number, nameOf(context, check)) ?? ''], copyable: [number] },
    ],
    note: joinByDots(
      say('recent.note'),
      say('recent.zone', { zone: zoneName(say, check.at, timeZone) }),
    ),
  });
}

/** Lines like `1. 490154203237518 · NOKIA 3110 · 10:12`. */
function recentLines(
  context: ReplyContext,
  { checks, from, timeZone }: RecentPage & Pick<Search, 'timeZone'>,
): readonly string[] {
  return checks.map((check, index) => {
    const time = shownTime(context, check.at, timeZone);
    const text = joinByDots(shownImei(context, check.imei), nameOf(context, check), time);
    return `${from + index + 1}. ${text}`;
  });
}

/**
 * A time with its date, unless it was today. If the clocks have changed since then, also with its
 * zone: the note names the zone of today.
 */
function shownTime({ say, now }: ReplyContext, at: number, timeZone: string): string {
  const time = isSameDay(at, now, timeZone)
    ? clockTime(say, at, timeZone)
    : dateAndTime(say, at, timeZone);
  const zone = zoneName(say, at, timeZone);
  return zone === zoneName(say, now, timeZone) ? time : `${time} ${zone}`;
}

function nameOf({ say }: ReplyContext, { name }: RecentCheck): string {
  return name === undefined ? say('list.notFound') : oneLine(name, LONGEST_NAME);
}
