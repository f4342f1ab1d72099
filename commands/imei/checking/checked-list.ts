import type { Reply, Section } from '../../../src/core/reply/reply.ts';
import type { Findings } from '../../../src/imei/findings.ts';
import type { ImeiList } from '../../../src/lists/list.ts';
import { latestStates, type Push } from '../../latest-states.ts';
import { againEffect, plainAction, SAVED } from '../actions/button-effects.ts';
import { type ImeiQuery, MAX_SINGLE } from '../imei-query.ts';
import { type CheckPlan, listOf, type MessageNumbers, planChecks } from './check-plan.ts';
import { asksAboutCost, costQuestion } from './cost-question.ts';
import { checkAll } from './list-check.ts';
import { progressOf } from './list-progress.ts';

/** The wait of a list that cannot be planned yet: nobody knows how long it takes. */
const WAITS_FOR_STORE = { untilNextMs: 0, untilLastMs: 0, blockedBy: 'store' } as const;

/**
 * Checks numbers, and returns the list with all outcomes. Returns undefined if it checks none: a
 * list with these numbers is under way, or the reply asks about the cost.
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
  const plan = yield* planOnceReadable(query, numbers);
  if (asksAboutCost(query, plan)) {
    yield costQuestion(query, plan, fileSections);
    return undefined;
  }
  const list = yield* checkAll(query, plan);
  query.lastPhones.remember(query.invocation, list.entries);
  return list;
}

/** Plans the checks. While the store fails, the reply says so, as for a check that waits. */
async function* planOnceReadable(
  query: ImeiQuery,
  numbers: MessageNumbers,
): AsyncGenerator<Reply, CheckPlan, void> {
  const { services, tasksUnderWay, invocation } = query;
  const { requestId, signal } = invocation;
  const progress = (): Reply => {
    const { sure } = numbers.findings;
    const open = sure.map((number) => ({ number, tacEntry: undefined, outcome: undefined }));
    return progressOf(query, listOf(numbers, open), WAITS_FOR_STORE);
  };
  let end: (() => void) | undefined;
  const plan = (push: Push<Reply>): Promise<CheckPlan> => {
    const onWait = (): void => {
      end ??= tasksUnderWay.begin({ invocation, checks: undefined, progress });
      push(progress);
    };
    const read = () => planChecks(query, numbers);
    return services.checker.untilRead(read, { requestId, signal, onWait });
  };
  try {
    return yield* latestStates(services.clock, plan);
  } finally {
    end?.();
  }
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
  const title = query.contextNow().say('list.running');
  const show = plainAction(query, 'show', 'here', againEffect(query, SAVED));
  return { ...soFar, tone: 'neutral', title, actions: [show] };
}
