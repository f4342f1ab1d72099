import type { Reply } from '../../src/core/reply.ts';
import {
  type FileForm,
  LIST_NAME,
  listAnswer,
  listFile,
  listFileReply,
} from '../../src/format/files/list-table.ts';
import { unusableFileReply } from '../../src/format/files/trouble.ts';
import type { ImeiList } from '../../src/format/imei/list.ts';
import type { CheckOutcome } from '../../src/format/imei/outcome.ts';
import type { View } from '../../src/format/reply/view.ts';
import type { Findings } from '../../src/imei/findings.ts';
import type { Imei } from '../../src/imei/imei.ts';
import { viewOf } from '../define.ts';
import { unsavedActions } from './actions.ts';
import { savedAnswers } from './check.ts';
import { CROWDED } from './files.ts';
import { findingsIn, withTaken } from './findings.ts';
import { listOf } from './many.ts';
import type { ImeiUse } from './use.ts';

/** Makes a file of a list and its saved answers. No check is spent: a number without one says so in its row. */
export async function* savedAsFile(use: ImeiUse, form: FileForm): AsyncGenerator<Reply, undefined, void> {
  const { needs, invocation } = use;
  // The file has complete numbers, so it is private to its sender.
  const view: View = { ...viewOf(needs, invocation), visibility: 'private' };
  const place = needs.fileTurns.enter(invocation.requester);
  if (typeof place === 'string') {
    yield unusableFileReply(view, { name: `${LIST_NAME}.${form}`, why: CROWDED[place] });
    return undefined;
  }
  try {
    const list = await savedList(use, withTaken(use, findingsIn(use)));
    const { signal } = invocation;
    const answer = listAnswer(view, list, { form, detail: use.detail });
    const written = await place.turn(() => needs.tables.write(answer, signal), signal);
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

async function savedList(use: ImeiUse, findings: Findings): Promise<ImeiList> {
  const answers = await savedAnswers(use, findings.found);
  const outcomes = findings.found.map(({ imei }): [Imei, CheckOutcome] => {
    const answer = answers.get(imei);
    return [imei, answer === undefined ? { kind: 'unsaved' } : { kind: 'answered', answer }];
  });
  return listOf(use, findings, new Map(outcomes));
}
