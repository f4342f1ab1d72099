import type { Reply } from '../../src/core/reply.ts';
import { problemsReply } from '../../src/format/imei/problem.ts';
import { noImeiRecord, problemRecord } from '../../src/format/imei/records.ts';
import { hintReply, modelOnlyReply } from '../../src/format/personal/help.ts';
import type { View } from '../../src/format/reply/view.ts';
import { asksBeyondModel, asksForHelp } from '../../src/format/words/understood.ts';
import type { FoundProblem } from '../../src/imei/find/findings.ts';
import { tacOf } from '../../src/imei/imei.ts';
import { examplesFor, viewOf } from '../define.ts';
import { anywayActions, repairActions } from './actions.ts';
import type { ImeiUse } from './use.ts';

/** The reply to a text without an IMEI: what is wrong with its numbers, or an answer to its words. */
export async function nothingToCheck(use: ImeiUse, problems: readonly FoundProblem[]): Promise<Reply> {
  const view = viewOf(use.needs, use.invocation);
  if (problems.length === 0) {
    return { ...(await wordsReply(view, use)), records: () => [noImeiRecord(view, use.text)] };
  }
  return {
    ...problemsReply(view, problems, (imei) => use.needs.tacName(tacOf(imei))),
    actions: [...repairActions(use, problems), ...anywayActions(use, problems, 'here')],
    records: () => problems.map((problem) => problemRecord(view, problem)),
  };
}

/** The reply to words without a number: the help, what the bot cannot know, or what it needs. */
async function wordsReply(view: View, { needs, invocation, text }: ImeiUse): Promise<Reply> {
  const help = asksForHelp(text) ? await needs.help?.(invocation) : undefined;
  if (help !== undefined) return help;
  const examples = await examplesFor(needs, invocation);
  return asksBeyondModel(text) ? modelOnlyReply(view, examples) : hintReply(view, examples);
}
