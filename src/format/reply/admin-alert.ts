import type { Reply } from '../../core/reply.ts';
import { type ServiceFailureCode, wordsOf } from '../../provider/errors.ts';
import { inAbout, longDate } from '../times.ts';
import type { Words } from '../words/words.ts';
import { compose, sentences } from './compose.ts';
import { oneLine } from './one-line.ts';
import type { View } from './view.ts';

/** What admins are told of unasked, as data. */
export type AlertFacts =
  | { readonly kind: 'breaker-opened'; readonly code: ServiceFailureCode; readonly retryAt: number }
  | { readonly kind: 'breaker-closed'; readonly code: ServiceFailureCode }
  | {
      readonly kind: 'checks-low';
      readonly percent: number;
      readonly left: number;
      readonly usedUpAt?: number;
    }
  | { readonly kind: 'budget'; readonly percent: number; readonly limit: number }
  | { readonly kind: 'key-expires'; readonly days: number; readonly date: string }
  | { readonly kind: 'store-failing'; readonly message: string }
  | { readonly kind: 'store-healed' }
  | { readonly kind: 'request-poisoned' }
  | { readonly kind: 'replies-undeliverable'; readonly count: number };

/** An alert in words: what happened, and what to do. */
export function alertReply(view: View, alert: AlertFacts): Reply {
  return compose({ ...contentOf(view, alert), private: true });
}

type Content = Omit<Parameters<typeof compose>[0], 'private'>;

function contentOf({ words, now }: View, alert: AlertFacts): Content {
  const { alarms } = words;
  switch (alert.kind) {
    case 'breaker-opened':
      return openedContent(words, alert.code, alert.retryAt - now);
    case 'breaker-closed':
      return { tone: 'good', ...alarms.closed };
    case 'checks-low':
      return lowContent(words, alert);
    case 'budget':
      return budgetContent(alarms.budget, alert);
    case 'key-expires':
      return {
        tone: alert.days <= 3 ? 'bad' : 'warning',
        title: alarms.keyExpires.title(alert.days),
        lead: alarms.keyExpires.lead(longDate(words, alert.date)),
      };
    case 'store-failing':
      return {
        tone: 'bad',
        title: alarms.storeFailing.title,
        lead: alarms.storeFailing.lead,
        sections: [{ fields: [{ label: alarms.storeFailing.said, value: oneLine(alert.message, 200) }] }],
      };
    case 'store-healed':
      return { tone: 'good', ...alarms.storeHealed };
    case 'request-poisoned':
      return { tone: 'bad', ...alarms.poisoned };
    case 'replies-undeliverable':
      return {
        tone: 'warning',
        title: alarms.undeliverable.title(alert.count),
        lead: alarms.undeliverable.lead,
      };
  }
}

function openedContent(words: Words, code: ServiceFailureCode, retryInMs: number): Content {
  const { alarms, failures, failure } = words;
  const { title, lead, admin } = { admin: undefined, ...failures[wordsOf(code)] };
  return {
    tone: 'bad',
    title,
    lead: sentences(lead, admin, alarms.opened, failure.looksAgain(inAbout(words, retryInMs))),
  };
}

function lowContent(
  words: Words,
  { left, percent, usedUpAt }: Extract<AlertFacts, { kind: 'checks-low' }>,
): Content {
  const { checksLow } = words.alarms;
  const title = checksLow.title(left);
  if (left === 0) return { tone: 'bad', title, lead: checksLow.none };
  const day = usedUpAt === undefined ? undefined : new Date(usedUpAt).toISOString().slice(0, 10);
  return {
    tone: 'warning',
    title,
    lead: sentences(
      checksLow.lead(percent),
      day === undefined ? undefined : checksLow.usedUp(longDate(words, day)),
    ),
  };
}

function budgetContent(
  { low, usedUp }: Words['alarms']['budget'],
  { percent, limit }: { readonly percent: number; readonly limit: number },
): Content {
  if (percent < 100) return { tone: 'warning', title: low.title(percent), lead: low.lead(limit) };
  return { tone: 'bad', title: usedUp.title, lead: usedUp.lead(limit) };
}
