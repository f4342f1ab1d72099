import type { Reply, Section } from '../../src/core/reply/reply.ts';
import { answerReply } from '../../src/format/imei/answer-reply.ts';
import { withNote } from '../../src/format/reply/compose.ts';
import type { Findings } from '../../src/imei/findings.ts';
import { answerActions } from './actions/answer-actions.ts';
import { checkedList } from './checking/checked-list.ts';
import type { ImeiQuery } from './imei-query.ts';
import { nearlyUsedUp } from './nearly-used-up.ts';

/** Answers the numbers of a text, a picture or several files. */
export async function* answerFindings(
  query: ImeiQuery,
  findings: Findings,
  extra: { readonly lead?: string | undefined; readonly fileSections?: readonly Section[] },
): AsyncGenerator<Reply> {
  const { services, contextNow, detail } = query;
  const numbers = { findings, isTable: false };
  const list = yield* checkedList(query, numbers, extra.fileSections);
  if (list === undefined) return;
  const { tacEntryOf } = services;
  const note = await nearlyUsedUp(query, list);
  const reply = answerReply(contextNow(), list, { detail, tacEntryOf, ...extra });
  yield { ...withNote(reply, note), actions: answerActions(query, list) };
}
