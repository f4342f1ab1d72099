import type { Answer, Checker, CheckRequest } from '../../../src/checks/answer.ts';
import type { Imei } from '../../../src/imei/number/imei.ts';

export interface ScriptedChecker extends Checker {
  readonly asked: readonly { readonly imei: Imei; readonly request: CheckRequest }[];
}

/** A checker that answers as the script says: what it returns is the answer, what it throws is the failure. */
export function scriptedChecker(
  script: (imei: Imei, request: CheckRequest) => Answer | Promise<Answer>,
  estimateMs = 0,
): ScriptedChecker {
  const asked: { imei: Imei; request: CheckRequest }[] = [];
  return {
    asked,
    check: async (imei, request) => {
      asked.push({ imei, request });
      return await script(imei, request);
    },
    peek: async () => undefined,
    estimate: () => ({ batchMs: estimateMs, singleMs: estimateMs }),
  };
}
