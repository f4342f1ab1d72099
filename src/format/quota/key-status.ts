import type { Field, Reply, Section } from '../../core/reply.ts';
import type { ChecksLeft, KeyStatus } from '../../provider/device.ts';
import { type ServiceFailure, wordsOf } from '../../provider/errors.ts';
import { sandboxNote } from '../imei/notes.ts';
import { failureAdvice, saidField } from '../imei/unanswered.ts';
import { bar } from '../phrases.ts';
import { compose, notes, type Parts, sentences } from '../reply/compose.ts';
import type { View } from '../reply/view.ts';
import { ago, daysUntil, inDays, longDate } from '../times.ts';
import { titled } from '../words/say.ts';
import { type CourseFigures, hasPicture } from './picture.ts';
import { forecastSections } from './run-out.ts';
import { type UsageFigures, usageSections } from './usage.ts';

/** Days before the key's expiry from which the reply warns, and from which it is urgent. */
const WARNING_DAYS = 14;
const PRESSING_DAYS = 3;

/** The full hourly, daily and monthly allowances, if known: the interface tells only what is left. */
export interface Totals {
  /** Checks per hour. */
  readonly hour?: number | undefined;
  /** Checks per day. */
  readonly day?: number | undefined;
  /** Checks per month. */
  readonly month?: number | undefined;
}

/** The key's status, and when the service reported it (milliseconds since 1970). */
interface KeyFigures {
  readonly status: KeyStatus;
  readonly checkedAt: number;
  readonly sandbox: boolean;
}

interface QuotaParts {
  /** The key's figures, the failure of the call, or undefined while the call is running. */
  readonly key: KeyFigures | ServiceFailure | undefined;
  readonly usage: UsageFigures;
  readonly totals: Totals;
  /** The trend and the forecast; undefined if there is no history. */
  readonly course?: CourseFigures | undefined;
  /** US dollars; undefined if no price is configured. */
  readonly pricePerCheck: number | undefined;
}

/** The key's status and the spending. Only admins may see it. */
export function quotaReply(view: View, { key, usage, totals, course, pricePerCheck }: QuotaParts): Reply {
  const usageParts = usageSections(view, usage, pricePerCheck);
  const base = { sections: usageParts, private: true, note: sandboxNote(view) };
  if (key === undefined)
    return compose({ ...base, tone: 'progress', placeholder: true, title: view.say('waiting.quota') });
  if (key instanceof Error) return unknownKeyReply(view, key, usageParts);
  return compose({
    ...base,
    ...verdict(view, key.status),
    sections: [
      ...keySections(view, key.status, totals),
      ...courseSections(view, key.status, course),
      ...usageParts,
    ],
    note: figuresNote(view, key),
  });
}

/** The last state of a cancelled `/quota`. */
export function stoppedQuotaReply(view: View): Reply {
  return compose({
    tone: 'warning',
    ...titled(view.say, 'stopped'),
    private: true,
    note: sandboxNote(view),
  });
}

function unknownKeyReply(view: View, failure: ServiceFailure, usageParts: readonly Section[]): Reply {
  const said = saidField(view, failure);
  const { title, summary } = titled(view.say, `failures.${wordsOf(failure.code)}`);
  return compose({
    tone: 'bad',
    title: view.say('quota.title.unreadable'),
    summary: sentences(view.say('failure.sentence', { title }), summary, failureAdvice(view, failure)),
    sections: [...(said.length === 0 ? [] : [{ fields: said }]), ...usageParts],
    private: true,
    note: sandboxNote(view),
  });
}

/** The one thing an admin must know first, and how bad it is. */
function verdict(view: View, status: KeyStatus): Pick<Parts, 'tone' | 'title' | 'summary'> {
  const { say, now } = view;
  const days = status.expirationDate === undefined ? undefined : daysUntil(status.expirationDate, now);
  if (days !== undefined && days < 0)
    return { tone: 'bad', title: say('quota.title.expired', { when: inDays(say, days) }) };
  if ((daysUntil(status.activationDate ?? '', now) ?? 0) > 0)
    return { tone: 'bad', title: say('quota.title.notYet') };
  if (status.hasAccess === false) return { tone: 'bad', title: say('quota.title.noAccess') };
  const usedUp = leftTitle(view, status, (left) => left === 0);
  if (usedUp !== undefined) return { tone: 'bad', title: usedUp };
  return days !== undefined && days <= WARNING_DAYS
    ? expiryVerdict(view, status, days)
    : orderVerdict(view, status);
}

/** Of a key that expires soon: that it does, and what is left until then. */
function expiryVerdict(view: View, status: KeyStatus, days: number): ReturnType<typeof verdict> {
  const expires = view.say('quota.title.expiresSoon', { when: inDays(view.say, days) });
  if (days <= PRESSING_DAYS) return { tone: 'bad', title: expires };
  const left = leftTitle(view, status, isNumber);
  if (left === undefined) return { tone: 'warning', title: expires };
  return { tone: 'warning', title: left, summary: view.say('failure.sentence', { title: expires }) };
}

function orderVerdict(view: View, status: KeyStatus): ReturnType<typeof verdict> {
  if (status.hasAccess === undefined) return { tone: 'warning', title: view.say('quota.title.unreadable') };
  return { tone: 'good', title: leftTitle(view, status, isNumber) ?? view.say('quota.title.ok') };
}

/** "1,347 checks left this month": of the longest period whose number is asked for. */
function leftTitle(
  { say }: View,
  { checksLeft }: KeyStatus,
  isAskedFor: (left: ChecksLeft | undefined) => boolean,
): string | undefined {
  const period = (['month', 'day', 'hour'] as const).find((one) => isAskedFor(checksLeft[one]));
  const left = period === undefined ? undefined : checksLeft[period];
  return isNumber(left) ? say(`quota.left.${period ?? 'month'}`, { left }) : undefined;
}

function isNumber(left: ChecksLeft | undefined): left is number {
  return typeof left === 'number';
}

function keySections(view: View, status: KeyStatus, totals: Totals): readonly Section[] {
  const { hour, day, month } = status.checksLeft;
  const left = [
    leftField(view, view.say('quota.hour'), hour, totals.hour),
    leftField(view, view.say('quota.day'), day, totals.day),
    leftField(view, view.say('quota.month'), month, totals.month),
  ].flat();
  return [
    { heading: view.say('quota.leftHeading'), fields: left },
    { heading: view.say('quota.keyHeading'), fields: keyFields(view, status) },
  ].filter(({ fields }) => fields.length > 0);
}

/** Empty for a key without a monthly limit, since it has no remaining checks to plot. */
function courseSections(
  view: View,
  { checksLeft }: KeyStatus,
  course: CourseFigures | undefined,
): readonly Section[] {
  if (course === undefined || typeof checksLeft.month !== 'number') return [];
  return forecastSections(view, course.outlook, hasPicture(course));
}

function keyFields({ say, now }: View, status: KeyStatus): readonly Field[] {
  const fields: Field[] = [];
  if (status.hasAccess !== undefined) {
    fields.push({ label: say('quota.access'), value: status.hasAccess ? say('yes') : say('no') });
  }
  if (status.activationDate !== undefined) {
    fields.push({ label: say('quota.activated'), value: longDate(say, status.activationDate) });
  }
  if (status.expirationDate !== undefined) {
    const date = longDate(say, status.expirationDate);
    const days = daysUntil(status.expirationDate, now);
    fields.push({
      label: say('quota.expires'),
      value: days === undefined ? date : say('quota.dateIn', { date, when: inDays(say, days) }),
    });
  }
  return fields;
}

function leftField(
  { say }: View,
  label: string,
  ...[left, total]: readonly [ChecksLeft | undefined, number | undefined]
): readonly Field[] {
  if (left === undefined) return [];
  if (left === 'no-limit') return [{ label, value: say('quota.noLimit') }];
  const numbers = new Intl.NumberFormat(say.language);
  if (total === undefined || total < left) return [{ label, value: numbers.format(left) }];
  const value = `${bar(left, total)} ${say('quota.of', { left, total })}`;
  return [{ label, value }];
}

function figuresNote(view: View, { checkedAt, sandbox }: KeyFigures): string | undefined {
  const { say, now } = view;
  const said = sandbox || view.sandbox ? 'notes.sandboxFigures' : 'notes.figures';
  return notes(say(said, { ago: secondsAgo(view, now - checkedAt) }), sandboxNote(view, sandbox));
}

/** The age of figures that are refreshed every minute, in seconds. */
function secondsAgo({ say }: View, elapsedMs: number): string {
  if (elapsedMs < 2_000 || elapsedMs >= 60_000) return ago(say, elapsedMs, say('times.justNow'));
  return new Intl.RelativeTimeFormat(say.language).format(-Math.round(elapsedMs / 1000), 'second');
}
