import type { Reply } from '../../core/reply.ts';
import { type ServiceFailureCode, wordsOf } from '../../provider/errors.ts';
import { inAbout, longDate } from '../times.ts';
import { type Say, titled } from '../words/say.ts';
import { compose, sentences } from './compose.ts';
import { oneLine, type View } from './view.ts';

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

function contentOf({ say, now }: View, alert: AlertFacts): Content {
  switch (alert.kind) {
    case 'breaker-opened':
      return openedContent(say, alert.code, alert.retryAt - now);
    case 'breaker-closed':
      return { tone: 'good', ...titled(say, 'alerts.closed') };
    case 'checks-low':
      return lowContent(say, alert);
    case 'budget':
      return budgetContent(say, alert);
    case 'key-expires':
      return {
        tone: alert.days <= 3 ? 'bad' : 'warning',
        title: say('alerts.keyExpires.title', { left: alert.days }),
        summary: say('alerts.keyExpires.summary', { date: longDate(say, alert.date) }),
      };
    case 'store-failing':
      return {
        tone: 'bad',
        title: say('alerts.storeFailing.title'),
        summary: say('alerts.storeFailing.summary'),
        sections: [
          { fields: [{ label: say('alerts.storeFailing.said'), value: oneLine(alert.message, 200) }] },
        ],
      };
    case 'store-healed':
      return { tone: 'good', ...titled(say, 'alerts.storeHealed') };
    case 'request-poisoned':
      return { tone: 'bad', ...titled(say, 'alerts.poisoned') };
    case 'replies-undeliverable':
      return {
        tone: 'warning',
        title: say('alerts.undeliverable.title', { answers: alert.count }),
        summary: say('alerts.undeliverable.summary'),
      };
  }
}

function openedContent(say: Say, code: ServiceFailureCode, retryInMs: number): Content {
  const { title, summary } = titled(say, `failures.${wordsOf(code)}`);
  const admin = say.find(`failures.${wordsOf(code)}.admin`);
  return {
    tone: 'bad',
    title,
    summary: sentences(
      summary,
      admin,
      say('alerts.opened'),
      say('failure.looksAgain', { when: inAbout(say, retryInMs) }),
    ),
  };
}

function lowContent(
  say: Say,
  { left, percent, usedUpAt }: Extract<AlertFacts, { kind: 'checks-low' }>,
): Content {
  const title = say('alerts.checksLow.title', { left });
  if (left === 0) return { tone: 'bad', title, summary: say('alerts.checksLow.none') };
  const day = usedUpAt === undefined ? undefined : new Date(usedUpAt).toISOString().slice(0, 10);
  return {
    tone: 'warning',
    title,
    summary: sentences(
      say('alerts.checksLow.summary', { share: percent / 100 }),
      day === undefined ? undefined : say('alerts.checksLow.usedUp', { date: longDate(say, day) }),
    ),
  };
}

function budgetContent(
  say: Say,
  { percent, limit }: { readonly percent: number; readonly limit: number },
): Content {
  if (percent < 100) {
    return {
      tone: 'warning',
      title: say('alerts.budget.low.title', { share: percent / 100 }),
      summary: say('alerts.budget.low.summary', { limit }),
    };
  }
  return {
    tone: 'bad',
    title: say('alerts.budget.usedUp.title'),
    summary: say('alerts.budget.usedUp.summary', { limit }),
  };
}
