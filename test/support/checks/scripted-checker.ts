import type { Answer, Checker, CheckRequest, SavedOutcome } from '../../../src/checks/contract.ts';
import type { Imei } from '../../../src/imei/imei.ts';

/**
 * A checker that answers as the script says: what it returns is the answer, which is saved, and
 * what it throws is the failure.
 */
export function scriptedChecker(
  script: (imei: Imei, request: CheckRequest) => Answer | Promise<Answer>,
  estimateMs = 0,
) {
  const calls: { imei: Imei; request: CheckRequest }[] = [];
  const kept = new Map<Imei, Answer>();
  const saved = async (imei: Imei): Promise<SavedOutcome> => {
    const answer = kept.get(imei);
    return answer === undefined ? { kind: 'unsaved' } : { kind: 'answered', answer };
  };
  const checker: Checker = {
    check: async (imei, request) => {
      calls.push({ imei, request });
      const answer = await script(imei, request);
      kept.set(imei, { ...answer, source: 'cache' });
      return answer;
    },
    saved,
    savedFor: saved,
    countSaved: async () => undefined,
    estimate: () => ({ batchMs: estimateMs, singleMs: estimateMs }),
  };
  return { calls: calls as readonly (typeof calls)[number][], ...checker };
}
