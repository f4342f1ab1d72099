import type { Reply } from '../../src/core/reply.ts';
import { type ImeiList, listProgressReply, listReply } from '../../src/format/imei/list.ts';
import { pairKind, pairReply, withPairText } from '../../src/format/imei/pair.ts';
import { listRecords } from '../../src/format/imei/records.ts';
import type { View } from '../../src/format/reply/view.ts';
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
    ...resultReply(view, use, list),
    actions: [...listActions(use, list), ...anywayActions(use, list.problems, 'new')],
    records: () => listRecords(view, list),
  };
}

/** Two IMEIs of one phone are answered as one phone, all others as a list. */
function resultReply(view: View, { detail, onePhone }: ImeiUse, list: ImeiList): Reply {
  const kind = pairKind(
    list.checked.map(({ found }) => found),
    onePhone,
  );
  const pair = kind === undefined ? undefined : pairReply(view, list, { kind, detail });
  if (pair !== undefined) return pair;
  const reply = {
    ...listReply(view, list, detail),
    // Whoever presses is told; what others read stays as it is.
    private: view.visibility === 'shared' && list.checked.every(({ outcome }) => outcome?.kind === 'unsaved'),
  };
  return kind === 'sure' ? withPairText(view, reply, kind) : reply;
}
