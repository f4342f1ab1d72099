import type { Action, Reply } from '../../src/core/reply.ts';
import { planReply } from '../../src/format/imei/plan.ts';
import { problemRecord, unconfirmedRecord } from '../../src/format/imei/records.ts';
import type { Findings, FoundImei } from '../../src/imei/find/findings.ts';
import { viewOf } from '../needs.ts';
import { imeiEffect } from './actions.ts';
import type { ImeiUse } from './use.ts';

/** Cached answers that are looked up in parallel. */
const AT_ONCE = 20;

/** Shows a long list before it runs: cost and duration, with a button to start it. */
export async function planFor(use: ImeiUse, { found, problems, duplicates }: Findings): Promise<Reply> {
  const { needs, invocation, detail, fresh } = use;
  const known = fresh ? 0 : await countKnown(use, found);
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

async function countKnown({ needs }: ImeiUse, found: readonly FoundImei[]): Promise<number> {
  let known = 0;
  for (let from = 0; from < found.length; from += AT_ONCE) {
    const some = found.slice(from, from + AT_ONCE);
    const answers = await Promise.all(some.map(({ imei }) => needs.checker.peek(imei)));
    known += answers.filter((answer) => answer !== undefined).length;
  }
  return known;
}
