import type { Reply } from '../../core/reply.ts';
import type { ServiceFailureCode } from '../../provider/errors.ts';
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
export function alertReply({ words, now }: View, alert: AlertFacts): Reply {
  const { alarms, failures, failure } = words;
  switch (alert.kind) {
    case 'breaker-opened': {
      const { title, lead, admin } = { admin: undefined, ...failures[alert.code] };
      return compose({
        tone: 'bad',
        title,
        lead: sentences(lead, admin, alarms.opened, failure.looksAgain(inAbout(words, alert.retryAt - now))),
        private: true,
      });
    }
    case 'breaker-closed':
      return compose({ tone: 'good', ...alarms.closed, private: true });
    case 'checks-low': {
      const day =
        alert.usedUpAt === undefined ? undefined : new Date(alert.usedUpAt).toISOString().slice(0, 10);
      return compose({
        tone: alert.left === 0 ? 'bad' : 'warning',
        title: alarms.checksLow.title(alert.left),
        lead: sentences(
          alert.left === 0 ? alarms.checksLow.none : alarms.checksLow.lead(alert.percent),
          day === undefined || alert.left === 0 ? undefined : alarms.checksLow.usedUp(longDate(words, day)),
        ),
        private: true,
      });
    }
    case 'budget':
      return budgetReply(alarms.budget, alert);
    case 'key-expires':
      return compose({
        tone: alert.days <= 3 ? 'bad' : 'warning',
        title: alarms.keyExpires.title(alert.days),
        lead: alarms.keyExpires.lead(longDate(words, alert.date)),
        private: true,
      });
    case 'store-failing':
      return compose({
        tone: 'bad',
        title: alarms.storeFailing.title,
        lead: alarms.storeFailing.lead,
        sections: [{ fields: [{ label: alarms.storeFailing.said, value: oneLine(alert.message, 200) }] }],
        private: true,
      });
    case 'store-healed':
      return compose({ tone: 'good', ...alarms.storeHealed, private: true });
    case 'request-poisoned':
      return compose({ tone: 'bad', ...alarms.poisoned, private: true });
    case 'replies-undeliverable':
      return compose({
        tone: 'warning',
        title: alarms.undeliverable.title(alert.count),
        lead: alarms.undeliverable.lead,
        private: true,
      });
  }
}

function budgetReply(
  { low, usedUp }: Words['alarms']['budget'],
  { percent, limit }: { readonly percent: number; readonly limit: number },
): Reply {
  if (percent < 100)
    return compose({ tone: 'warning', title: low.title(percent), lead: low.lead(limit), private: true });
  return compose({ tone: 'bad', title: usedUp.title, lead: usedUp.lead(limit), private: true });
}
