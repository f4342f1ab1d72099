import type { Reply } from '../../core/reply.ts';
import type { ServiceFailureCode } from '../../provider/errors.ts';
import { inAbout, longDate } from '../times.ts';
import type { Words } from '../words/words.ts';
import { compose, sentences } from './compose.ts';
import { oneLine } from './one-line.ts';
import type { View } from './view.ts';

/** What admins are told of without asking. */
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

/** An alarm in words: what happened, and what to do. */
export function alertReply({ words, now }: View, alarm: AlertFacts): Reply {
  const { alarms, failures, failure } = words;
  switch (alarm.kind) {
    case 'breaker-opened': {
      const { title, lead, admin } = { admin: undefined, ...failures[alarm.code] };
      return compose({
        tone: 'bad',
        title,
        lead: sentences(lead, admin, alarms.opened, failure.looksAgain(inAbout(words, alarm.retryAt - now))),
        private: true,
      });
    }
    case 'breaker-closed':
      return compose({ tone: 'good', ...alarms.closed, private: true });
    case 'checks-low': {
      const day =
        alarm.usedUpAt === undefined ? undefined : new Date(alarm.usedUpAt).toISOString().slice(0, 10);
      return compose({
        tone: alarm.left === 0 ? 'bad' : 'warning',
        title: alarms.checksLow.title(alarm.left),
        lead: sentences(
          alarm.left === 0 ? alarms.checksLow.none : alarms.checksLow.lead(alarm.percent),
          day === undefined || alarm.left === 0 ? undefined : alarms.checksLow.usedUp(longDate(words, day)),
        ),
        private: true,
      });
    }
    case 'budget':
      return budgetReply(alarms.budget, alarm);
    case 'key-expires':
      return compose({
        tone: alarm.days <= 3 ? 'bad' : 'warning',
        title: alarms.keyExpires.title(alarm.days),
        lead: alarms.keyExpires.lead(longDate(words, alarm.date)),
        private: true,
      });
    case 'store-failing':
      return compose({
        tone: 'bad',
        title: alarms.storeFailing.title,
        lead: alarms.storeFailing.lead,
        sections: [{ fields: [{ label: alarms.storeFailing.said, value: oneLine(alarm.message, 200) }] }],
        private: true,
      });
    case 'store-healed':
      return compose({ tone: 'good', ...alarms.storeHealed, private: true });
    case 'request-poisoned':
      return compose({ tone: 'bad', ...alarms.poisoned, private: true });
    case 'replies-undeliverable':
      return compose({
        tone: 'warning',
        title: alarms.undeliverable.title(alarm.count),
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
