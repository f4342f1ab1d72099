import type { Action, Reply, Section } from '../../../src/core/reply/reply.ts';
import { completedReply } from '../../../src/format/imei/answer-reply.ts';
import { costQuestionParts } from '../../../src/format/imei/cost-question-parts.ts';
import { againEffect, COST_ACCEPTED, plainAction } from '../actions/button-effects.ts';
import type { ImeiQuery } from '../imei-query.ts';
import { type CheckPlan, listOf } from './check-plan.ts';

const LATER = { kind: 'later' } as const;

/**
 * Whether the reply shows what the list costs, and waits until the person accepts that. It never
 * does so once the list has begun to run, or once the cost is accepted. Otherwise it depends on the
 * person's allowance:
 *
 *     it is enough for this reply       if the reply costs more than `batchConfirm`
 *     it leaves some numbers for later  if the others cost anything
 */
export function asksAboutCost({ services, isCostAccepted }: ImeiQuery, plan: CheckPlan): boolean {
  const { cost, shortAllowance, free } = plan;
  if (free.paidBefore > 0) return false;
  const mostUnasked = shortAllowance === undefined ? services.settings.batchConfirm : 0;
  return cost > mostUnasked && !isCostAccepted;
}

/** The reply that shows what a list costs, with a button that starts it. */
export function costQuestion(
  query: ImeiQuery,
  plan: CheckPlan,
  fileSections?: readonly Section[],
): Reply {
  const { services, invocation } = query;
  const { cost, now, later, shortAllowance } = plan;
  const context = query.contextNow();
  const entries = [
    ...now.map((number) => ({ number, tacEntry: undefined, outcome: undefined })),
    ...later.map((number) => ({ number, tacEntry: undefined, outcome: LATER })),
  ];
  const list = listOf(plan.numbers, entries);
  const durationMs = services.checker.estimate(cost, invocation.requester).batchMs;
  const { pricePerCheck } = services.settings;
  const parts = costQuestionParts(context, list, {
    cost,
    durationMs,
    pricePerCheck,
    shortAllowance,
    pause: services.supply.pauseReason(),
  });
  const reply = completedReply(context, parts, list, { fileSections });
  return {
    ...reply,
    withoutButtons: context.say('costQuestion.noButtons', { flag: '--accepted' }),
    actions: [checkAction(query, plan), plainAction(query, 'leave', 'here', { kind: 'dismiss' })],
  };
}

/** The button that starts the list. If only some can be checked today, its label says how many. */
function checkAction(query: ImeiQuery, { shortAllowance, cost }: CheckPlan): Action {
  const check = plainAction(query, 'check', 'here', againEffect(query, COST_ACCEPTED));
  const { say } = query.contextNow();
  const label =
    shortAllowance === undefined ? check.label : say('actions.checkFirst', { count: cost });
  return { ...check, label, style: 'primary' };
}
