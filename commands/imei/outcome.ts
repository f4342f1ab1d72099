import type { Answer, CheckRefused, CheckRequest } from '../../src/checks/answer.ts';
import { nameOf } from '../../src/format/imei/device.ts';
import type { Outcome } from '../../src/format/imei/outcome.ts';
import type { Imei } from '../../src/imei/number/imei.ts';
import { ServiceFailure } from '../../src/provider/errors.ts';
import type { ImeiUse } from './use.ts';

type Waiting = Pick<CheckRequest, 'priority' | 'signal' | 'onWait'>;

/** Saved answers that are looked up in parallel. */
const AT_ONCE = 20;

/** Checks one IMEI, or looks for its saved answer, and tells how that ended. Throws only what broke on our side. */
export async function checkOutcome(use: ImeiUse, imei: Imei, waiting: Waiting): Promise<Outcome> {
  const { needs, invocation, fresh, savedOnly } = use;
  if (savedOnly) {
    const answer = await needs.checker.peek(imei);
    return answer === undefined ? { kind: 'unsaved' } : { kind: 'answered', answer };
  }
  const { requestId, requester, admin } = invocation;
  try {
    const answer = await needs.checker.check(imei, { requestId, requester, admin, fresh, ...waiting });
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
