/**
 * Makes replies from data. The functions get a `ReplyContext`, and have no side effects.
 *
 *     texts/say               the texts of `locales/`, in the reader's language; `text-catalogue`
 *                             reads them, `phrases` and `times` write lists, amounts and times
 *     reply/compose           joins sentences, notes and fields; `masked` hides what others may not
 *                             read, `failure-texts` says why there is no answer
 *     reply/notices           refusals and errors; `admin-alert` what admins have to know
 *     imei/answer-reply       the answer to the numbers of a message: one phone or a list
 *     imei/phone/phone-parts  what is known of one phone; `data-sheet` has all of its details
 *     imei/list/list-parts    several numbers: their counts, and a line for each
 *     imei/without-answer     why a number has no answer: a folder with a file for each kind
 *     imei/progress-reply     the reply while checks wait or run; `cost-question-parts` before that
 *     imei/records            the same as data, for scripts
 *     files/file-replies      about a file; `answer-columns` what is written into its table
 *     quota/quota-reply       `/quota` for admins; `allowance-reply` for everybody else
 *     help-pages, recent-page, privacy-replies, small-talk    the other commands, and words
 */

import type { Visibility } from '../core/reply/reply.ts';
import type { Say } from './texts/say.ts';

/** The reader of a reply, and the time at which it is made. `commands` makes one for each reply. */
export interface ReplyContext {
  /** Writes texts in the reader's language. */
  readonly say: Say;
  /** `shared`: others can read, so serials are masked. */
  readonly visibility: Visibility;
  /** Whether the reader is an admin, who sees more about failures. */
  readonly isAdmin: boolean;
  /**
   * Time at which the reply is made, in milliseconds since 1970. Ages and waits in it count from
   * then.
   */
  readonly now: number;
  /** Whether the embedded sandbox answers: then every reply says so. */
  readonly isSandbox: boolean;
}
