import type { CheckTerms } from '../../../src/checks/contract.ts';
import { interruptionOf } from '../../../src/core/lifetime/interruption.ts';
import { untilAborted } from '../../../src/core/promises.ts';
import type { Imei } from '../../../src/imei/imei.ts';
import type { EntryOutcome, StoppedSend } from '../../../src/lists/outcome.ts';
import { StoreFailed } from '../../../src/store/store-errors.ts';
import { type ImeiQuery, lookupTermsOf } from '../imei-query.ts';

/** The options that are the same for all checks of a list, and how a check reports its wait. */
export type CheckInList = Pick<CheckTerms, 'priority' | 'onWait'>;

/**
 * Checks one IMEI. Pays nothing if the person wants only saved answers, or the request is stopped.
 * @throws internal errors
 */
export function outcomeOf(
  query: ImeiQuery,
  imei: Imei,
  inList: CheckInList,
): Promise<EntryOutcome> {
  if (query.answers === 'saved') return savedOutcome(query, imei);
  if (query.invocation.signal.aborted) return unsentOutcome(query, imei);
  return checkedOutcome(query, imei, inList);
}

async function checkedOutcome(
  query: ImeiQuery,
  imei: Imei,
  inList: CheckInList,
): Promise<EntryOutcome> {
  const { services, invocation } = query;
  const { isAdmin, signal } = invocation;
  // Set before the check rejects.
  let isSent = false;
  try {
    return await services.checker.check(imei, {
      ...lookupTermsOf(query),
      ...inList,
      isAdmin,
      signal,
      onStoppedOnItsWay: () => {
        isSent = true;
      },
    });
  } catch (error) {
    if (!signal.aborted) throw error;
    // The next run continues what is handed over, and nothing is shown of it here.
    const isHandedOver = interruptionOf(signal) === 'handed-over';
    if (isSent) return stoppedOutcome(query, 'now');
    if (isHandedOver) return stoppedOutcome(query, 'never');
    return unsentOutcome(query, imei);
  }
}

/**
 * The saved answer. If there is none, but a check of this IMEI by the same person is under way, the
 * outcome of that check.
 */
async function savedOutcome(query: ImeiQuery, imei: Imei): Promise<EntryOutcome> {
  const { services, tasksUnderWay, invocation } = query;
  const { requestId, requester, signal } = invocation;
  // Before the lookup, since the check may end during it.
  const underWay = tasksUnderWay.checkOf(requester, imei);
  const stored = await services.checker.lookUp(imei, invocation);
  // A stored failure is from an earlier check, and does not count while this one is under way.
  if (stored.kind === 'answered' || underWay === undefined) return stored;
  try {
    return await untilAborted(services.checker.waitFor(underWay, { requestId }), signal);
  } catch (error) {
    if (signal.aborted) return stoppedOutcome(query, 'never');
    throw error;
  }
}

/**
 * The outcome of a check that was stopped before this attempt has sent it. It is the answer if an
 * earlier attempt has paid for it.
 */
async function unsentOutcome(query: ImeiQuery, imei: Imei): Promise<EntryOutcome> {
  const { services, invocation } = query;
  if (!invocation.isRepeat) return stoppedOutcome(query, 'never');
  try {
    const end = await services.checker.freeOutcome(imei, lookupTermsOf(query));
    if (end.kind !== 'unsaved') return end;
    return stoppedOutcome(query, end.mayBePaid === true ? 'before' : 'never');
  } catch (error) {
    if (!(error instanceof StoreFailed)) throw error;
    // Whether an earlier attempt has sent it cannot be read, so the reply does not warn of that. If
    // this threw the error, the reply would lack the outcomes of the other checks.
    return stoppedOutcome(query, 'never');
  }
}

function stoppedOutcome({ invocation }: ImeiQuery, sent: StoppedSend): EntryOutcome {
  const isTooOld = interruptionOf(invocation.signal) === 'too-old';
  return { kind: 'stopped', sent, isTooOld };
}
