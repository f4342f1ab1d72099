import type { Action, Reply } from '../../src/core/reply.ts';
import { planReply } from '../../src/format/imei/plan.ts';
import { problemRecord, unconfirmedRecord } from '../../src/format/imei/records.ts';
import type { Findings } from '../../src/imei/find/findings.ts';
import { viewOf } from '../needs.ts';
import { imeiEffect } from './actions.ts';
import { savedAnswers } from './outcome.ts';
import type { ImeiUse } from './use.ts';

/** Shows a long list before it runs: cost and duration, with a button to start it. */
export async function planFor(use: ImeiUse, { found, problems, duplicates }: Findings): Promise<Reply> {
  const { needs, invocation, detail, fresh } = use;
  const known = fresh ? 0 : (await savedAnswers(use, found)).size;
  const view = viewOf(needs, invocation);
  const asked =
    use.file === undefined ? { imei: found.map(({ imei }) => imei).join('\n') } : { file: use.file };
  const actions: readonly Action[] = [
    {
      id: 'check',
      label: view.say('actions.checkThem'),
      style: 'primary',
      opens: 'here',
      effect: imeiEffect(use, { ...asked, detail, fresh, confirmed: true }),
    },
    { id: 'leave', label: view.say('actions.leaveThem'), opens: 'here', effect: { kind: 'dismiss' } },
  ];
  return {
    ...planReply(view, {
      valid: found.length,
      duplicates,
      problems,
      known,
      durationMs: needs.checker.estimate(found.length - known, use.invocation.requester).batchMs,
      pricePerCheck: needs.settings.pricePerCheck,
    }),
    actions,
    records: () => [
      ...found.map((one) => unconfirmedRecord(view, one)),
      ...problems.map((problem) => problemRecord(view, problem)),
    ],
  };
}
