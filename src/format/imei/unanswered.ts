import type { Field, Reply, Section } from '../../core/reply.ts';
import type { FoundImei } from '../../imei/findings.ts';
import type { Wait } from '../../limiter/announcer.ts';
import { type ServiceFailure, wordsOf } from '../../provider/errors.ts';
import { compose, sentences } from '../reply/compose.ts';
import { oneLine, shownImei, shownText, type View } from '../reply/view.ts';
import { about, inAbout } from '../times.ts';
import { type Say, titled } from '../words/say.ts';
import { imeiField, tableField, tableNameText } from './device.ts';
import { imeiWarnings, sandboxNote } from './notes.ts';
import type { CheckOutcome, CheckRefusal, TacName } from './outcome.ts';

/** A shorter wait is not worth telling: it is over before it has been read. In milliseconds. */
export const WORTH_TELLING_MS = 1_000;

/** One IMEI that is asked about. */
interface Asked {
  readonly found: FoundImei;
  readonly tableName: TacName | undefined;
}

/** Shown while one check waits: the open table's name, the position in the queue, the estimate. */
export function waitingReply(view: View, asked: Asked, wait: Wait | undefined): Reply {
  const { found, tableName } = asked;
  return compose({
    tone: 'progress',
    title:
      tableName === undefined
        ? view.say('waiting.title', { imei: shownImei(view, found.imei) })
        : view.say('waiting.probably', { name: tableNameText(tableName) }),
    summary: waitText(view, wait),
    sections: tableName === undefined ? [] : [{ fields: askedFields(view, asked) }],
    note: sandboxNote(view),
    placeholder: wait === undefined || (wait.held === undefined && wait.startsInMs < WORTH_TELLING_MS),
  });
}

function waitText({ say }: View, wait: Wait | undefined): string {
  if (wait === undefined) return say('waiting.asking');
  if (wait.held === 'store') return say('waiting.held');
  if (wait.held === 'start') return say('waiting.starting', { when: inAbout(say, wait.startsInMs) });
  const time = about(say, wait.startsInMs);
  return wait.position <= 1
    ? say('waiting.next', { time })
    : say('waiting.place', { place: wait.position, time });
}

/** The reply to a check that ended without an answer. */
export function unansweredReply(
  view: View,
  asked: Asked,
  outcome: Exclude<CheckOutcome, { readonly kind: 'answered' }>,
): Reply {
  if (outcome.kind === 'failed') return failureReply(view, asked, outcome.failure);
  if (outcome.kind === 'refused') return refusalOfCheck(view, asked, outcome.refusal);
  return outcome.kind === 'unsaved' ? unsavedReply(view, asked) : stoppedReply(view, asked);
}

/** The reply if the service gave no answer: why, whether the check was paid for, what to do, and the open table's name. */
function failureReply(view: View, asked: Asked, failure: ServiceFailure): Reply {
  const said = saidField(view, failure).map((field) => ({
    ...field,
    value: shownText(view, asked.found.imei, field.value),
  }));
  return compose({
    tone: 'bad',
    title: view.say(`failures.${wordsOf(failure.code)}.title`),
    summary: sentences(
      view.say(`failures.${wordsOf(failure.code)}.summary`),
      failure.paid === 'maybe' ? view.say('failure.maybePaid') : view.say('failure.notPaid'),
      failureAdvice(view, failure),
    ),
    sections: [warnedSection(view, asked, said)],
    note: sandboxNote(view),
  });
}

/** The reply if the bot refused to spend a check. */
function refusalOfCheck(view: View, asked: Asked, refusal: CheckRefusal): Reply {
  const { say } = view;
  return compose({
    tone: 'warning',
    title: say(`refused.${refusal.why}.title`),
    summary: refusalSummary(say, refusal),
    sections: [warnedSection(view, asked)],
    note: sandboxNote(view),
  });
}

function refusalSummary(say: Say, { why, limit }: CheckRefusal): string {
  return why === 'allowance' || why === 'reserve'
    ? say(`refused.${why}.summary`, { limit })
    : say(`refused.${why}.summary`);
}

/** When to try again and who can fix it; for failures of either call of the service. */
export function failureAdvice(view: View, failure: ServiceFailure): string | undefined {
  return sentences(whenAgain(view, failure), whoMends(view, failure));
}

/** For admins: the message of the service itself. Empty for everybody else. */
export function saidField(view: View, { said = '' }: ServiceFailure): readonly Field[] {
  const value = oneLine(said);
  return view.admin && value !== '' ? [{ label: view.say('failure.said'), value }] : [];
}

function whenAgain({ say, now }: View, { retry, retryAt }: ServiceFailure): string | undefined {
  if (retry === 'never') return undefined;
  if (retryAt === undefined) return say('failure.laterAgain');
  return say('failure.looksAgain', { when: inAbout(say, retryAt - now) });
}

/** What an admin can do about a failure, or a request to tell the operator. undefined if no action is needed. */
export function whoMends({ say, admin }: View, { code, mend }: ServiceFailure): string | undefined {
  if (admin) return say.find(`failures.${wordsOf(code)}.admin`);
  return mend === 'operator' ? say('failure.tellOperator') : undefined;
}

function askedFields(view: View, { found, tableName }: Asked): readonly Field[] {
  return [...tableField(view, tableName), imeiField(view, found.imei)];
}

/** What was asked about, with what more there is to tell of it, and the warnings about its number. */
function warnedSection(view: View, asked: Asked, more: readonly Field[] = []): Section {
  const warning = imeiWarnings(view, asked.found);
  return {
    fields: [...askedFields(view, asked), ...more],
    ...(warning !== undefined && { lines: [warning] }),
  };
}

/** The last state of a check that was cancelled before it was answered. */
function stoppedReply(view: View, asked: Asked): Reply {
  return stopped(view, { sections: [{ fields: askedFields(view, asked) }] });
}

/** The reply where a saved answer was asked for and there is none any more. */
function unsavedReply(view: View, asked: Asked): Reply {
  return compose({
    tone: 'warning',
    ...titled(view.say, 'unsaved'),
    sections: [{ fields: askedFields(view, asked) }],
    // Whoever presses is told; what others read stays as it is.
    private: view.visibility === 'shared',
  });
}

/** The last state of a cancelled `/quota`. */
export function stoppedQuotaReply(view: View): Reply {
  return stopped(view, { private: true });
}

function stopped(view: View, parts: Partial<Pick<Reply, 'sections' | 'private'>>): Reply {
  return compose({
    tone: 'warning',
    ...titled(view.say, 'stopped'),
    note: sandboxNote(view),
    ...parts,
  });
}
