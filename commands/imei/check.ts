import type { Answer, CheckRefused, CheckRequest } from '../../src/checks/answer.ts';
import type { Reply } from '../../src/core/reply.ts';
import { deviceReply, nameOf, notFoundReply } from '../../src/format/imei/device.ts';
import { withOthers } from '../../src/format/imei/list.ts';
import type { Checked, CheckOutcome } from '../../src/format/imei/outcome.ts';
import { checkedRecord, otherRecords } from '../../src/format/imei/records.ts';
import { unansweredReply, waitingReply } from '../../src/format/imei/unanswered.ts';
import type { View } from '../../src/format/reply/view.ts';
import type { FoundImei } from '../../src/imei/findings.ts';
import { type Imei, tacOf } from '../../src/imei/imei.ts';
import type { Wait } from '../../src/limiter/announcer.ts';
import { ServiceFailure } from '../../src/provider/errors.ts';
import { viewOf } from '../define.ts';
import { latestStates } from '../latest-states.ts';
import { type Others, oneActions, otherActions } from './actions.ts';
import type { ImeiUse } from './use.ts';

type Asked = Omit<Checked, 'outcome'>;
type Waiting = Pick<CheckRequest, 'priority' | 'signal' | 'onWait'>;

/** Saved answers that are looked up in parallel. */
const AT_ONCE = 20;

/** Checks one IMEI: shows its position in the queue, then the answer; below it the other numbers of the message. */
export async function* checkOne(use: ImeiUse, found: FoundImei, others: Others): AsyncGenerator<Reply> {
  const { needs, invocation } = use;
  const asked: Asked = { found, tableName: needs.tacName(tacOf(found.imei)) };
  const outcome = yield* waitFor(use, asked);
  const checked = { ...asked, outcome };
  const view = viewOf(needs, invocation);
  yield {
    ...withOthers(view, outcomeReply(view, use, checked), others),
    actions: [...oneActions(use, checked, others), ...otherActions(use, others, 'new')],
    ...(outcome.kind === 'answered' && view.visibility === 'private' && { copy: found.imei }),
    records: () => [checkedRecord(view, checked), ...otherRecords(view, others)],
  };
}

function waitFor(use: ImeiUse, asked: Asked): AsyncGenerator<Reply, CheckOutcome, void> {
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
  { found, tableName, outcome }: Asked & { readonly outcome: CheckOutcome },
): Reply {
  if (outcome.kind !== 'answered') return unansweredReply(view, { found, tableName }, outcome);
  return outcome.answer.found
    ? deviceReply(view, found, { ...outcome.answer, detail })
    : notFoundReply(view, found, { ...outcome.answer, tableName });
}

/** Checks one IMEI, or looks for its saved answer, and tells how that ended. Throws only what broke on our side. */
export async function checkOutcome(use: ImeiUse, imei: Imei, waiting: Waiting): Promise<CheckOutcome> {
  const { needs, invocation, fresh, savedOnly } = use;
  if (savedOnly) {
    const answer = await needs.checker.peek(imei);
    return answer === undefined ? { kind: 'unsaved' } : { kind: 'answered', answer };
  }
  const { requestId, acceptedAt, requester, admin } = invocation;
  try {
    const answer = await needs.checker.check(imei, {
      requestId,
      acceptedAt,
      requester,
      admin,
      fresh,
      ...waiting,
    });
    const name = answer.found ? nameOf(answer.device.brand, answer.device.model) : undefined;
    // Not awaited: a slow write must not delay the answer.
    void needs.history.add(requester, [{ imei, name, at: needs.clock.now() }]);
    return { kind: 'answered', answer };
  } catch (error) {
    if (error instanceof ServiceFailure) return { kind: 'failed', failure: error };
    if (isCheckRefused(error)) return { kind: 'refused', refusal: { why: error.why, limit: error.limit } };
    if (waiting.signal.aborted) return { kind: 'stopped' };
    throw error;
  }
}

/** The saved answers to these IMEIs; no check is spent. */
export async function savedAnswers(
  { needs }: ImeiUse,
  found: readonly { readonly imei: Imei }[],
): Promise<ReadonlyMap<Imei, Answer>> {
  const answers = new Map<Imei, Answer>();
  const look = async ({ imei }: { readonly imei: Imei }): Promise<void> => {
    const answer = await needs.checker.peek(imei);
    if (answer !== undefined) answers.set(imei, answer);
  };
  for (let from = 0; from < found.length; from += AT_ONCE)
    await Promise.all(found.slice(from, from + AT_ONCE).map(look));
  return answers;
}

// By its name: commands know the types of checks only, so there is no class to compare with.
function isCheckRefused(error: unknown): error is CheckRefused {
  return error instanceof Error && error.name === 'CheckRefused' && 'why' in error && 'limit' in error;
}
