import type { Field, Reply } from '../../core/reply.ts';
import type { FoundImei } from '../../imei/find/findings.ts';
import { type ServiceFailure, wordsOf } from '../../provider/errors.ts';
import { compose, sentences } from '../reply/compose.ts';
import { oneLine } from '../reply/one-line.ts';
import { shownText, type View } from '../reply/view.ts';
import { inAbout } from '../times.ts';
import { imeiField, tableField } from './device.ts';
import type { Refusal, TacName } from './outcome.ts';
import { sandboxNote } from './provenance.ts';
import { imeiWarnings } from './warnings.ts';

interface Asked {
  readonly found: FoundImei;
  readonly tableName: TacName | undefined;
}

/** The reply if the service gave no answer: why, whether the check was paid for, what to do, and the open table's name. */
export function failureReply(view: View, { found, tableName }: Asked, failure: ServiceFailure): Reply {
  return compose({
    tone: 'bad',
    title: view.words.failures[wordsOf(failure.code)].title,
    lead: sentences(
      view.words.failures[wordsOf(failure.code)].lead,
      failure.paid === 'maybe' ? view.words.failure.maybePaid : view.words.failure.notPaid,
      failureAdvice(view, failure),
    ),
    sections: [
      {
        fields: [
          ...tableField(view, tableName),
          imeiField(view, found.imei),
          ...saidField(view, failure).map((field) => ({
            ...field,
            value: shownText(view, found.imei, field.value),
          })),
        ],
        ...linesOf(imeiWarnings(view, found)),
      },
    ],
    note: sandboxNote(view),
  });
}

/** The reply if the bot refused to spend a check. */
export function refusalOfCheck(view: View, { found, tableName }: Asked, refusal: Refusal): Reply {
  const { title, lead } = view.words.refused[refusal.why];
  return compose({
    tone: 'warning',
    title,
    lead: lead(refusal.limit),
    sections: [
      {
        fields: [...tableField(view, tableName), imeiField(view, found.imei)],
        ...linesOf(imeiWarnings(view, found)),
      },
    ],
    note: sandboxNote(view),
  });
}

/** When to try again and who can fix it; for failures of either call of the service. */
export function failureAdvice(view: View, failure: ServiceFailure): string | undefined {
  return sentences(whenAgain(view, failure), whoMends(view, failure));
}

/** For admins: the message of the service itself. Empty for everybody else. */
export function saidField(view: View, { said = '' }: ServiceFailure): readonly Field[] {
  const value = oneLine(said);
  return view.admin && value !== '' ? [{ label: view.words.failure.said, value }] : [];
}

function whenAgain({ words, now }: View, { retry, retryAt }: ServiceFailure): string | undefined {
  if (retry === 'never') return undefined;
  if (retryAt === undefined) return words.failure.laterAgain;
  return words.failure.looksAgain(inAbout(words, retryAt - now));
}

/** What an admin can do about a failure, or a request to tell the operator. undefined if no action is needed. */
export function whoMends({ words, admin }: View, { code, mend }: ServiceFailure): string | undefined {
  if (admin) return words.failures[wordsOf(code)].admin;
  return mend === 'operator' ? words.failure.tellOperator : undefined;
}

function linesOf(line: string | undefined): { lines?: readonly string[] } {
  return line === undefined ? {} : { lines: [line] };
}
