import type { Action, Reply, Section } from '../../../src/core/reply.ts';
import { withQuestions } from '../../../src/format/imei/answer.ts';
import { costQuestionParts } from '../../../src/format/imei/cost-question.ts';
import { againEffect, COST_ACCEPTED, plainAction } from '../actions/effects.ts';
import type { ImeiQuery } from '../query.ts';
import { type CheckPlan, listOf } from './plan.ts';

const LATER = { kind: 'later' } as const;

/**
 * Whether the list is shown with its cost before it runs, unless it has begun to run:
 * - if the person's day is enough: if it costs much, which the person has not accepted;
 * - if it is enough for some: if they cost anything, which the person has not accepted;
 * - if it is enough for none, and nothing is saved: always, with the reason.
 */
export function asksAboutCost({ services, isCostAccepted }: ImeiQuery, plan: CheckPlan): boolean {
  const { cost, shortDay, now, saved } = plan;
  if (saved.paidBefore > 0) return false;
  if (shortDay !== undefined && now.length === 0) return true;
  const mostUnasked = shortDay === undefined ? services.settings.batchConfirm : 0;
  return cost > mostUnasked && !isCostAccepted;
}

/** Shows a list before it runs, with a button to start it if anything can be checked now. */
export function costQuestion(query: ImeiQuery, plan: CheckPlan, more?: readonly Section[]): Reply {
  const { services, invocation } = query;
  const { cost, now, later, shortDay } = plan;
  const view = query.view();
  const entries = [
    ...now.map((number) => ({ number, tableName: undefined, outcome: undefined })),
    ...later.map((number) => ({ number, tableName: undefined, outcome: LATER })),
  ];
  const list = listOf(plan.numbers, entries);
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
    actions: [checkAction(query, plan), plainAction(query, 'leave', 'here', { kind: 'dismiss' })],
  };
}

/** Starts the list. Its label says how many of it can be checked today, if not all. */
function checkAction(query: ImeiQuery, { shortDay, cost }: CheckPlan): Action {
  const check = plainAction(query, 'check', 'here', againEffect(query, COST_ACCEPTED));
  const { say } = query.view();
  const label = shortDay === undefined ? check.label : say('actions.checkFirst', { count: cost });
  return { ...check, label, style: 'primary' };
}
