import type { Answer, Checker, CheckRequest } from '../../../src/checks/contract.ts';
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
  const saved = new Map<Imei, Answer>();
  const checker: Checker = {
    check: async (imei, request) => {
      calls.push({ imei, request });
      const answer = await script(imei, request);
      saved.set(imei, { ...answer, source: 'cache' });
      return answer;
    },
    peek: async (imei) => {
      const answer = saved.get(imei);
      return answer === undefined ? { kind: 'unsaved' } : { kind: 'answered', answer };
    },
    countSaved: async () => undefined,
    estimate: () => ({ batchMs: estimateMs, singleMs: estimateMs }),
  };
  return { calls: calls as readonly (typeof calls)[number][], ...checker };
}
