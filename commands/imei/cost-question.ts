import type { Reply, Section } from '../../src/core/reply.ts';
import { withQuestions } from '../../src/format/imei/answer.ts';
import { costQuestionParts } from '../../src/format/imei/cost-question.ts';
import { costQuestionActions } from './actions.ts';
import type { CheckPlan } from './plan.ts';
import type { ImeiQuery } from './query.ts';

/**
 * Whether the list is shown with its cost before it runs, unless it has begun to run:
 * - if the person's day is enough: if it costs much, which the person has not accepted;
 * - if it is enough for some: if they cost anything, which the person has not accepted;
 * - if it is enough for none, and nothing is saved: always, with the reason.
 */
export function asksAboutCost({ services, isCostAccepted }: ImeiQuery, plan: CheckPlan): boolean {
  const { cost, shortDay, findings, saved } = plan;
  if (saved.paidBefore > 0) return false;
  const hasNothingToShow = findings.sure.length === 0;
  if (shortDay !== undefined && hasNothingToShow) return true;
  const mostUnasked = shortDay === undefined ? services.settings.batchConfirm : 0;
  return cost > mostUnasked && !isCostAccepted;
}

/** Shows a list before it runs, with a button to start it if anything can be checked now. */
export function costQuestion(query: ImeiQuery, plan: CheckPlan, more?: readonly Section[]): Reply {
  const { services, invocation } = query;
  const { findings, isTable, cost, later, shortDay } = plan;
  const view = query.view();
  const checkedNow = findings.sure.map((number) => ({
    number,
    tableName: undefined,
    outcome: undefined,
  }));
  const checkedLater = later.map((number) => ({
    number,
    tableName: undefined,
    outcome: { kind: 'later' as const },
  }));
  const list = { ...findings, entries: [...checkedNow, ...checkedLater], isTable };
  const durationMs = services.checker.estimate(cost, invocation.requester).batchMs;
  const { pricePerCheck } = services.settings;
  const parts = costQuestionParts(view, list, {
    cost,
    durationMs,
    pricePerCheck,
    shortDay,
    paused: services.quota.pauseReason(),
  });
  const reply = withQuestions(view, parts, list, more === undefined ? {} : { more });
  if (cost === 0) return reply;
  return {
    ...reply,
    withoutButtons: view.say('costQuestion.noButtons', { flag: '--confirmed' }),
    actions: costQuestionActions(query, shortDay === undefined ? undefined : cost),
  };
}
