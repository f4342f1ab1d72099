import type { Reply } from '../../src/core/reply/reply.ts';
import { nothingReply } from '../../src/format/imei/answer-reply.ts';
import { noImeiRecord } from '../../src/format/imei/records.ts';
import { smallTalkReply, underWayReply } from '../../src/format/small-talk.ts';
import { type Findings, hasCompleteNumber, isEmpty } from '../../src/imei/findings.ts';
import { MASK } from '../../src/imei/imei.ts';
import { asksBeyondModel, asksBeyondModelWithImei } from '../../src/words/beyond-model.ts';
import { isSaying, sayingIn } from '../../src/words/sayings.ts';
import { ABOUT_ANSWER, SAYINGS } from '../../src/words/understood.ts';
import type { Help } from '../help.ts';
import { quotaStates } from '../quota.ts';
import { matchingChecksReply } from '../recent-checks.ts';
import { readOr } from '../services.ts';
import { answerFindings } from './answer-findings.ts';
import { withIncluded } from './findings-of-parts.ts';
import { findingsIn, type ImeiQuery } from './imei-query.ts';
import type { Lessons } from './lessons.ts';

/** The number of an answer where others read: `35209900•••••••` */
const MASKED = new RegExp(String.raw`\d{8}${MASK}{7}`);

/** Answers to a text without a number. */
export interface Guidance {
  readonly help: Help;
  readonly lessons: Lessons;
}

/** Answers a free text: checks its IMEIs, shows the phone or check that it means, or helps. */
export async function* answerText(query: ImeiQuery, guidance: Guidance): AsyncGenerator<Reply> {
  const { services, invocation, text, lastPhones } = query;
  const phone = await lastPhoneMeant(query);
  if (phone !== undefined) {
    const lookup = { ...query, text: phone, answers: 'saved', areAllConfirmed: true } as const;
    yield* answerNumbers(lookup, findingsIn(lookup));
    return;
  }
  const findings = findingsIn(query);
  const known = maskedReply(query, findings) ?? (await recentReply(query, findings));
  if (known !== undefined || !isEmpty(findings)) lastPhones.forget(invocation);
  if (known !== undefined) yield withRecord(query, known);
  else if (!isEmpty(findings)) yield* answerNumbers(query, findings);
  else if (isSaying(text, ['price'])) yield* quotaStates(services, invocation);
  else yield withRecord(query, await wordsReply(query, guidance));
}

/** The reply to the masked number of an answer; undefined if the text is something else. */
function maskedReply(query: ImeiQuery, { sure, unsure }: Findings): Reply | undefined {
  if (!MASKED.test(query.text) || sure.length + unsure.length > 0) return undefined;
  const key = asksBeyondModelWithImei(query.text) ? 'modelOnly' : 'masked';
  return nothingReply(query.contextNow(), key, []);
}

/**
 * The recent checks that a text without a complete number means; undefined if it means none. While
 * the store fails, the text is answered as if it meant none.
 */
async function recentReply(query: ImeiQuery, findings: Findings): Promise<Reply | undefined> {
  if (!isPartAtMost(findings)) return undefined;
  const { services, invocation, text } = query;
  return readOr(services, undefined, () => matchingChecksReply(services, invocation, text));
}

/** Answers the numbers of a text. If it asks what the bot cannot know, a note above says so. */
function answerNumbers(query: ImeiQuery, findings: Findings): AsyncGenerator<Reply> {
  const hasQuestion = findings.sure.length === 1 && asksBeyondModelWithImei(query.text);
  const lead = hasQuestion ? query.contextNow().say('modelOnly.note') : undefined;
  return answerFindings(query, withIncluded(query, findings), { lead });
}

/** Adds the record of a text without an IMEI, for scripts. */
function withRecord(query: ImeiQuery, reply: Reply): Reply {
  return { ...reply, records: () => [noImeiRecord(query.contextNow(), query.text)] };
}

/**
 * The IMEIs of the person’s last phone, one a line, if the text is “again” or “full” without a
 * number. The reply shows the saved answer, which costs nothing, with a button for a new check.
 * Undefined if the text replies to an answer, which may be about another phone.
 * @throws StoreFailed: without the recent checks nobody knows whether the phone was forgotten
 */
async function lastPhoneMeant(query: ImeiQuery): Promise<string | undefined> {
  const { services, invocation, text, detail, answers, lastPhones } = query;
  const isMeant = text === '' ? detail === 'full' : isSaying(text, ABOUT_ANSWER);
  if (!isMeant || answers === 'saved' || invocation.visibility === 'shared') return undefined;
  const imeis = lastPhones.of(invocation.requester);
  if (imeis.length === 0) return undefined;
  const recent = await services.history.recent(invocation.requester);
  const isRemembered = imeis.every((imei) => recent.some((check) => check.imei === imei));
  return isRemembered ? imeis.join('\n') : undefined;
}

/** Whether a text has no number, or a single incomplete number, such as a part of an IMEI. */
function isPartAtMost(findings: Findings): boolean {
  return !hasCompleteNumber(findings) && findings.invalid.length <= 1;
}

/** The reply to words: small talk, the help, what the bot cannot know, or what to send. */
async function wordsReply(query: ImeiQuery, { help, lessons }: Guidance): Promise<Reply> {
  const { invocation, text } = query;
  const context = query.contextNow();
  if (text === '') return nothingReply(context, 'files.nothingGiven', []);
  const saying = sayingIn(text, SAYINGS);
  switch (saying) {
    case 'help':
      return help(invocation);
    case 'forget':
    case 'hello':
    case 'thanks':
      return smallTalkReply(context, saying);
    case 'status':
    case 'no':
      return howFarReply(query);
    case 'yes':
    case 'full':
    case 'again':
    case 'rest':
      // These words would press a button, but there is no reply with such a button.
      return nothingReply(context, 'files.nothingGiven', []);
    default: {
      const examples = await lessons.examplesOnce(invocation);
      return nothingReply(context, asksBeyondModel(text) ? 'modelOnly' : 'hint', examples);
    }
  }
}

/** The reply that shows the progress of the person’s newest list or file. */
function howFarReply({ tasksUnderWay, invocation, contextNow }: ImeiQuery): Reply {
  const task = tasksUnderWay.latest(invocation);
  return task === undefined ? smallTalkReply(contextNow(), 'idle') : underWayReply(task.progress());
}
