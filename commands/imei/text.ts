import type { Reply } from '../../src/core/reply.ts';
import { askedReply } from '../../src/format/imei/asked.ts';
import { withOthers } from '../../src/format/imei/list.ts';
import { withModelOnlyNote } from '../../src/format/imei/notes.ts';
import { problemsReply } from '../../src/format/imei/problem.ts';
import { noImeiRecord, otherRecords } from '../../src/format/imei/records.ts';
import { hintReply, modelOnlyReply } from '../../src/format/personal/help.ts';
import type { View } from '../../src/format/reply/view.ts';
import { asksBeyondModel, asksBeyondModelBeside, asksForHelp } from '../../src/format/words/understood.ts';
import type { Findings } from '../../src/imei/findings.ts';
import { tacOf } from '../../src/imei/imei.ts';
import { examplesFor, viewOf } from '../define.ts';
import { otherActions } from './actions.ts';
import { checkOne } from './check.ts';
import { findingsIn, withTaken } from './findings.ts';
import { checkMany } from './many.ts';
import { choose, needsPlan, planFor } from './plan.ts';
import type { ImeiUse } from './use.ts';

/** Answers a free text: the IMEIs in it checked, or what to do if there is none. */
export async function* answerText(use: ImeiUse): AsyncGenerator<Reply> {
  const findings = findingsIn(use);
  const isAskedMore = findings.found.length === 1 && asksBeyondModelBeside(use.text);
  const view = viewOf(use.needs, use.invocation);
  for await (const state of answerFindings(use, findings))
    yield isAskedMore ? withModelOnlyNote(view, state) : state;
}

/** Answers the numbers of a text, a picture or several files. */
export async function* answerFindings(use: ImeiUse, all: Findings): AsyncGenerator<Reply> {
  const findings = withTaken(use, all);
  const [first, ...more] = findings.found;
  if (first === undefined) {
    yield await withoutImei(use, findings);
  } else if (more.length === 0) {
    yield* checkOne(use, first, findings);
  } else {
    const chosen = await choose(use, findings);
    if (needsPlan(use, chosen)) yield planFor(use, chosen);
    else yield* checkMany(use, chosen);
  }
}

/** The reply without an IMEI to check: what is asked, what is wrong with the numbers, or an answer to the words. */
async function withoutImei(use: ImeiUse, findings: Findings): Promise<Reply> {
  const { asked, problems } = findings;
  const view = viewOf(use.needs, use.invocation);
  if (asked.length + problems.length === 0)
    return { ...(await wordsReply(view, use)), records: () => [noImeiRecord(view, use.text)] };
  const reply =
    asked.length > 0
      ? withOthers(view, askedReply(view, asked), { asked: [], problems })
      : problemsReply(view, problems, (imei) => use.needs.tacName(tacOf(imei)));
  return {
    ...reply,
    actions: otherActions(use, findings, 'here'),
    records: () => otherRecords(view, findings),
  };
}

/** The reply to words without a number: the help, what the bot cannot know, or what it needs. */
async function wordsReply(view: View, { needs, invocation, text }: ImeiUse): Promise<Reply> {
  const help = asksForHelp(text) ? await needs.help?.(invocation) : undefined;
  if (help !== undefined) return help;
  const examples = await examplesFor(needs, invocation);
  return asksBeyondModel(text) ? modelOnlyReply(view, examples) : hintReply(view, examples);
}
