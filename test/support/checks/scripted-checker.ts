import type {
  Answer,
  Checker,
  CheckTerms,
  LookupOutcome,
  Refused,
} from '../../../src/checks/contract.ts';
import type { Imei } from '../../../src/imei/imei.ts';
import { ServiceFailure } from '../../../src/provider/service-failure.ts';

/** An answer, which is saved, or a refusal. */
export type Scripted = Answer | Refused;

/**
 * A checker that answers as the script says: what it returns is the answer, which is saved, and
 * what it throws is the failure.
 */
export function scriptedChecker(
  script: (imei: Imei, request: CheckTerms) => Scripted | Promise<Scripted>,
  estimateMs = 0,
) {
  const calls: { imei: Imei; request: CheckTerms }[] = [];
  const kept = new Map<Imei, Answer>();
  const lookUp = async (imei: Imei): Promise<LookupOutcome> => {
    const answer = kept.get(imei);
    return answer === undefined ? { kind: 'unsaved' } : { kind: 'answered', answer };
  };
  const checker: Checker = {
    check: async (imei, request) => {
      calls.push({ imei, request });
      try {
        const end = await script(imei, request);
        if ('kind' in end) return end;
        kept.set(imei, { ...end, source: 'cache' });
        return { kind: 'answered', answer: end };
      } catch (error) {
        if (error instanceof ServiceFailure) return { kind: 'failed', failure: error };
        throw error;
      }
    },
    lookUp,
    freeOutcome: lookUp,
    untilRead: (read) => read(),
    waitFor: (check) => check,
    countSaved: async () => undefined,
    estimate: () => ({ batchMs: estimateMs, singleMs: estimateMs }),
  };
  return { calls: calls as readonly (typeof calls)[number][], ...checker };
}
