import type { Reply, Section } from '../../../src/core/reply.ts';
import type { Findings } from '../../../src/imei/findings.ts';
import type { ImeiList } from '../../../src/lists/list.ts';
import { againEffect, plainAction, SAVED } from '../actions/effects.ts';
import { type ImeiQuery, MAX_SINGLE } from '../query.ts';
import { checkAll } from './check.ts';
import { asksAboutCost, costQuestion } from './cost-question.ts';
import { type MessageNumbers, planChecks } from './plan.ts';

/**
 * Checks numbers, and returns the list with all outcomes. Returns undefined if the answer is
 * complete without them: a list with these numbers is under way, or the reply asks about the cost.
 * @param fileSections sections about the files, for the question about the cost
 */
export async function* checkedList(
  query: ImeiQuery,
  numbers: MessageNumbers,
  fileSections?: readonly Section[],
): AsyncGenerator<Reply, ImeiList | undefined, void> {
  const underWay = underWayReply(query, numbers.findings);
  if (underWay !== undefined) {
    yield underWay;
    return undefined;
  }
  const plan = await planChecks(query, numbers);
  if (asksAboutCost(query, plan)) {
    yield costQuestion(query, plan, fileSections);
    return undefined;
  }
  return yield* checkAll(query, plan);
}

/**
 * The progress of this person’s list under way that has all of these numbers. Undefined if there is
 * no such list, or if the numbers are checked anyway: they are few, their cost is accepted, or the
 * person wants fresh or only saved answers.
 */
function underWayReply(query: ImeiQuery, { sure }: Findings): Reply | undefined {
  const { tasksUnderWay, invocation, isCostAccepted, answers } = query;
  if (isCostAccepted || answers !== 'any' || sure.length <= MAX_SINGLE) return undefined;
  const imeis = sure.map(({ imei }) => imei);
  const task = tasksUnderWay.listWith(invocation, imeis);
  if (task === undefined) return undefined;
  const { progress: _, ...soFar } = task.progress();
  const title = query.viewNow().say('list.running');
  const show = plainAction(query, 'show', 'here', againEffect(query, SAVED));
  return { ...soFar, tone: 'neutral', title, actions: [show] };
}
