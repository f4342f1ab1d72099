import type { Reply, Section } from '../../../src/core/reply.ts';
import type { Findings } from '../../../src/imei/findings.ts';
import type { ImeiList } from '../../../src/lists/list.ts';
import { againEffect, plainAction, SAVED } from '../actions/effects.ts';
import { type ImeiQuery, MAX_SINGLE } from '../query.ts';
import { checkAll } from './check.ts';
import { asksAboutCost, costQuestion } from './cost-question.ts';
import { type MessageNumbers, planChecks } from './plan.ts';

/**
 * Checks numbers, and returns the outcome of each. Returns undefined if it answered otherwise: the
 * person’s list with these numbers is under way, or this one is shown with its cost first.
 * @param more what else was in the files, for that answer
 */
export async function* checkedList(
  query: ImeiQuery,
  numbers: MessageNumbers,
  more?: readonly Section[],
): AsyncGenerator<Reply, ImeiList | undefined, void> {
  const running = runningReply(query, numbers.findings);
  if (running !== undefined) {
    yield running;
    return undefined;
  }
  const plan = await planChecks(query, numbers);
  if (asksAboutCost(query, plan)) {
    yield costQuestion(query, plan, more);
    return undefined;
  }
  return yield* checkAll(query, plan);
}

/**
 * Says how far a running list of this person is, if it has all of these numbers. Undefined if none
 * has, if the person wants them checked anyway, and for a few numbers: they are soon answered.
 */
function runningReply(query: ImeiQuery, { sure }: Findings): Reply | undefined {
  const { running, invocation, isCostAccepted, answers } = query;
  if (isCostAccepted || answers !== 'any' || sure.length <= MAX_SINGLE) return undefined;
  const imeis = sure.map(({ imei }) => imei);
  const runningList = running.find(invocation, imeis);
  if (runningList === undefined) return undefined;
  const { progress: _, ...soFar } = runningList.progress();
  const title = query.view().say('list.running');
  const show = plainAction(query, 'show', 'here', againEffect(query, SAVED));
  return { ...soFar, tone: 'neutral', title, actions: [show] };
}
