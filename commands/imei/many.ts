import type { Reply } from '../../src/core/reply.ts';
import { listProgressReply, listReply } from '../../src/format/imei/list.ts';
import { listRecords } from '../../src/format/imei/records.ts';
import type { Findings } from '../../src/imei/find/findings.ts';
import { viewOf } from '../needs.ts';
import { anywayActions, listActions, stopAction } from './actions.ts';
import { checkAll } from './batch.ts';
import type { ImeiUse } from './use.ts';

/** Checks several IMEIs at once: how far it is while it goes on, then one line for each. */
export async function* checkMany(use: ImeiUse, findings: Findings): AsyncGenerator<Reply> {
  const { needs, invocation } = use;
  const list = yield* checkAll(use, findings, (soFar, leftMs) => ({
    ...listProgressReply(viewOf(needs, invocation), soFar, leftMs),
    actions: [stopAction(use)],
  }));
  const view = viewOf(needs, invocation);
  yield {
    ...listReply(view, list, use.detail),
    actions: [...listActions(use, list), ...anywayActions(use, list.problems, 'new')],
    records: () => listRecords(view, list),
  };
}
