import type { Reply, Section } from '../../src/core/reply.ts';
import { answerReply, nothingReply } from '../../src/format/imei/answer.ts';
import { noImeiRecord } from '../../src/format/imei/records.ts';
import { withNote } from '../../src/format/reply/compose.ts';
import {
  isBeyondModel,
  isBeyondModelWithImei,
  isHelpRequest,
} from '../../src/format/words/understood.ts';
import type { Findings } from '../../src/imei/findings.ts';
import { examplesFor, type Help } from '../help.ts';
import { viewOf } from '../services.ts';
import { answerActions } from './actions.ts';
import { checkAll } from './check.ts';
import { findingsIn, type ImeiUse, isEmpty, withIncluded } from './numbers.ts';
import { choose, nearlyUsedUp, needsPlan, planReply } from './plan.ts';

/** Answers a free text: the IMEIs in it checked, or what to do if there is none. */
export async function* answerText(use: ImeiUse, help: Help): AsyncGenerator<Reply> {
  const findings = findingsIn(use);
  const view = viewOf(use.services, use.invocation);
  if (isEmpty(findings)) {
    yield { ...(await wordsReply(use, help)), records: () => [noImeiRecord(view, use.text)] };
  } else {
    const hasQuestion = findings.found.length === 1 && isBeyondModelWithImei(use.text);
    yield* answerFindings(use, findings, {
      lead: hasQuestion ? view.say('modelOnly.note') : undefined,
    });
  }
}

/** Answers the numbers of a text, a picture or several files. */
export async function* answerFindings(
  use: ImeiUse,
  findings: Findings,
  extra: { readonly lead?: string | undefined; readonly more?: readonly Section[] },
): AsyncGenerator<Reply> {
  const { services, invocation, detail } = use;
  const chosen = await choose(use, withIncluded(use, findings));
  if (needsPlan(use, chosen)) {
    yield planReply(use, chosen, extra.more);
    return;
  }
  const list = yield* checkAll(use, chosen);
  const { tacName } = services;
  const note = await nearlyUsedUp(use, list);
  const reply = answerReply(viewOf(services, invocation), list, { detail, tacName, ...extra });
  yield { ...withNote(reply, note), actions: answerActions(use, list) };
}

/** The reply to words without a number: the help, what the bot cannot know, or what it needs. */
async function wordsReply({ services, invocation, text }: ImeiUse, help: Help): Promise<Reply> {
  if (isHelpRequest(text)) return help(invocation);
  const examples = await examplesFor(services, invocation);
  const at = isBeyondModel(text) ? 'modelOnly' : 'hint';
  return nothingReply(viewOf(services, invocation), at, examples);
}
