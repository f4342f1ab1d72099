import type { AdminAlert } from '../../checks/alerts.ts';
import { type Reply, type ReplyParts, reply } from '../../core/reply/reply.ts';
import { msUntilMidnight } from '../../core/time/days.ts';
import type { ReplyContext } from '../format.ts';
import { spentBudgetParts } from '../quota/allowance-reply.ts';
import { PRESSING_DAYS } from '../quota/key-status.ts';
import { titleAndSummary } from '../texts/say.ts';
import { daysUntil, inDays, longDate, roughTimeFromNow } from '../texts/times.ts';
import { sentences } from './compose.ts';
import { pausedParts } from './failure-texts.ts';
import { oneLine } from './one-line.ts';

/** The reply that shows an alert: what happened, and what to do. */
export function alertReply(context: ReplyContext, alert: AdminAlert): Reply {
  return reply({ ...partsOf(context, alert), isPrivate: true });
}

function partsOf(context: ReplyContext, alert: AdminAlert): ReplyParts {
  const { say, now } = context;
  switch (alert.kind) {
    case 'service-paused':
      return pausedParts(context, alert);
    case 'service-works':
      return { tone: 'good', ...titleAndSummary(say, 'alerts.closed') };
    case 'checks-low':
      return checksLowParts(context, alert);
    case 'budget': {
      const { percent, limit } = alert;
      if (percent === 100) return spentBudgetParts(context, alert);
      const when = roughTimeFromNow(say, msUntilMidnight(now));
      return {
        tone: 'warning',
        title: say('alerts.budget.low.title', { share: percent / 100 }),
        summary: say('alerts.budget.low.summary', { limit, when }),
      };
    }
    case 'key-expires': {
      const days = daysUntil(alert.date, now) ?? alert.days;
      const title = say('quota.title.expiresSoon', { when: inDays(say, days) });
      const summary = say('alerts.keyExpires.summary', { date: longDate(say, alert.date) });
      return { tone: days <= PRESSING_DAYS ? 'bad' : 'warning', title, summary };
    }
    case 'store-failing': {
      const field = {
        label: say('alerts.storeFailing.message'),
        value: oneLine(alert.message, 200),
      };
      return {
        tone: 'bad',
        ...titleAndSummary(say, 'alerts.storeFailing'),
        sections: [{ fields: [field] }],
      };
    }
    case 'store-healed':
      return {
        tone: 'good',
        title: say('alerts.storeHealed.title'),
        summary: say('alerts.closed.summary'),
      };
    case 'platform-lost': {
      const lines = [oneLine(alert.reason, 300)];
      return {
        tone: 'bad',
        ...titleAndSummary(say, 'alerts.platformLost'),
        sections: [{ fields: [], lines }],
      };
    }
    case 'request-poisoned':
      return { tone: 'bad', ...titleAndSummary(say, 'alerts.poisoned') };
    case 'replies-undeliverable':
      return { tone: 'warning', ...titleAndSummary(say, 'alerts.undeliverable') };
  }
}

function checksLowParts(
  { say }: ReplyContext,
  { left, percent, usedUpAt }: Extract<AdminAlert, { readonly kind: 'checks-low' }>,
): ReplyParts {
  const title = say('alerts.checksLow.title', { left });
  if (left === 0) return { tone: 'bad', title, summary: say('alerts.checksLow.none') };
  const share = say('alerts.checksLow.summary', { share: percent / 100 });
  if (usedUpAt === undefined) return { tone: 'warning', title, summary: share };
  const date = longDate(say, new Date(usedUpAt).toISOString().slice(0, 10));
  const summary = sentences(share, say('alerts.checksLow.usedUp', { date }));
  return { tone: 'warning', title, summary };
}
