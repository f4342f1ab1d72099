import { latestStates } from '../../src/core/async/latest-states.ts';
import type { Reply } from '../../src/core/reply.ts';
import { deviceReply, notFoundReply } from '../../src/format/imei/device.ts';
import type { Checked, Outcome } from '../../src/format/imei/outcome.ts';
import { withProblems } from '../../src/format/imei/problem.ts';
import { checkedRecord, problemRecord } from '../../src/format/imei/records.ts';
import { unansweredReply, waitingReply } from '../../src/format/imei/unanswered.ts';
import type { View } from '../../src/format/reply/view.ts';
import type { FoundImei, FoundProblem } from '../../src/imei/find/findings.ts';
import { tacOf } from '../../src/imei/number/imei.ts';
import type { Wait } from '../../src/limiter/announcer.ts';
import { viewOf } from '../define.ts';
import { anywayActions, oneActions } from './actions.ts';
import { checkOutcome } from './outcome.ts';
import type { ImeiUse } from './use.ts';

type Asked = Omit<Checked, 'outcome'>;

/** Checks one IMEI: shows its position in the queue, then the answer; also reports invalid numbers of the message. */
export async function* checkOne(
  use: ImeiUse,
  found: FoundImei,
  problems: readonly FoundProblem[],
): AsyncGenerator<Reply> {
  const { needs, invocation } = use;
  const asked: Asked = { found, tableName: needs.tacName(tacOf(found.imei)) };
  const outcome = yield* waitFor(use, asked);
  const checked = { ...asked, outcome };
  const view = viewOf(needs, invocation);
  yield {
    ...withProblems(view, outcomeReply(view, use, checked), problems),
    actions: [...oneActions(use, checked), ...anywayActions(use, problems, 'new')],
    ...(outcome.kind === 'answered' && view.visibility === 'private' && { copy: found.imei }),
    records: () => [checkedRecord(view, checked), ...problems.map((problem) => problemRecord(view, problem))],
  };
}

function waitFor(use: ImeiUse, asked: Asked): AsyncGenerator<Reply, Outcome, void> {
  const { needs, invocation } = use;
  return latestStates((push, signal) => {
    let wait: Wait | undefined;
    const show = (): void => push(() => waitingReply(viewOf(needs, invocation), asked, wait));
    show();
    return checkOutcome(use, asked.found.imei, {
      priority: 'single',
      signal,
      onWait: (newest) => {
        wait = newest;
        show();
      },
    });
  }, invocation.signal);
}

function outcomeReply(
  view: View,
  { detail }: ImeiUse,
  { found, tableName, outcome }: Asked & { readonly outcome: Outcome },
): Reply {
  if (outcome.kind !== 'answered') return unansweredReply(view, { found, tableName }, outcome);
  return outcome.answer.found
    ? deviceReply(view, found, { ...outcome.answer, detail })
    : notFoundReply(view, found, { ...outcome.answer, tableName });
}
