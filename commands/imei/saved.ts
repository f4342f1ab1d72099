import type { Reply } from '../../src/core/reply.ts';
import { addedColumns } from '../../src/format/files/added-columns.ts';
import {
  type FileForm,
  LIST_NAME,
  listFile,
  listFileReply,
  listSummary,
} from '../../src/format/files/list-table.ts';
import { unusableFileReply } from '../../src/format/files/trouble.ts';
import type { ImeiList } from '../../src/format/imei/list.ts';
import type { CheckOutcome } from '../../src/format/imei/outcome.ts';
import type { View } from '../../src/format/reply/view.ts';
import type { Findings } from '../../src/imei/find/findings.ts';
import { tacOf } from '../../src/imei/imei.ts';
import { viewOf } from '../define.ts';
import { unsavedActions } from './actions.ts';
import { savedAnswers } from './check.ts';
import { findingsIn } from './text.ts';
import type { ImeiUse } from './use.ts';

/** Makes a file of a list and its saved answers. No check is spent: what has no saved answer is told so in its row. */
export async function* savedAsFile(use: ImeiUse, form: FileForm): AsyncGenerator<Reply, undefined, void> {
  const { needs, invocation } = use;
  // The file has complete numbers, so it is private to its sender.
  const view: View = { ...viewOf(needs, invocation), visibility: 'private' };
  const place = needs.fileTurns.enter(invocation.requester);
  if (typeof place === 'string') {
    const why = place === 'person' ? 'too-many-yours' : 'too-many-waiting';
    yield unusableFileReply(view, { name: `${LIST_NAME}.${form}`, why, maxBytes: 0 });
    return undefined;
  }
  try {
    const findings = await findingsIn(use);
    const list = await savedList(use, findings);
    const summary = listSummary(view, findings, form);
    const added = addedColumns(view, { summary, list, detail: use.detail, isAll: true });
    const { signal } = invocation;
    const written = await place.turn(
      () => needs.tables.write({ bytes: undefined, summary, added }, signal),
      signal,
    );
    const unsaved = list.checked.filter(({ outcome }) => outcome?.kind === 'unsaved');
    yield {
      ...listFileReply(view, { count: list.checked.length, unsaved: unsaved.length }),
      actions: unsavedActions(use, unsaved, 'new'),
      files: [listFile(written)],
    };
  } finally {
    place.leave();
  }
  return undefined;
}

async function savedList(use: ImeiUse, { found, problems, duplicates }: Findings): Promise<ImeiList> {
  const answers = await savedAnswers(use, found);
  const checked = found.map((one) => {
    const answer = answers.get(one.imei);
    const outcome: CheckOutcome = answer === undefined ? { kind: 'unsaved' } : { kind: 'answered', answer };
    return { found: one, tableName: use.needs.tacName(tacOf(one.imei)), outcome };
  });
  return { checked, problems, duplicates };
}
