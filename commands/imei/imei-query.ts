import type { LookupTerms } from '../../src/checks/contract.ts';
import { withClaims } from '../../src/claims/text-claims.ts';
import type { InvocationContext } from '../../src/core/command/command.ts';
import type { FileReference } from '../../src/core/command/command-options.ts';
import type { ReplyContext } from '../../src/format/format.ts';
import type { Detail } from '../../src/format/imei/phone/phone-parts.ts';
import { findImeis } from '../../src/imei/find.ts';
import type { Findings, WhyUnsure } from '../../src/imei/findings.ts';
import { type BotServices, isKnownTac } from '../services.ts';
import type { RepeatedRequests } from './checking/repeated-requests.ts';
import type { TasksUnderWay } from './checking/tasks-under-way.ts';
import type { LastPhones } from './last-phones.ts';

/**
 * `saved`: spends nothing. Shows saved answers, and waits for checks of this person that are under
 * way. `any`: pays for answers that are not saved. `fresh`: pays for every answer.
 */
type WantedAnswers = 'saved' | 'any' | 'fresh';

/** One use of `/imei`: what the person gave and wants, and the services that answer it. */
export interface ImeiQuery {
  readonly services: BotServices;
  readonly tasksUnderWay: TasksUnderWay;
  readonly repeatedRequests: RepeatedRequests;
  readonly lastPhones: LastPhones;
  readonly invocation: InvocationContext;
  /** Makes the context of the next reply, with the time: a check may take minutes. */
  readonly contextNow: () => ReplyContext;
  readonly text: string;
  /** The file to answer; the other files of its message are its `others`. */
  readonly file: FileReference | undefined;
  readonly detail: Detail;
  readonly answers: WantedAnswers;
  /** Whether the person has accepted what a long list costs: then the reply does not ask. */
  readonly isCostAccepted: boolean;
  /** Whether the person confirms all unsure numbers, with `--anyway` or by a button. */
  readonly areAllConfirmed: boolean;
  /**
   * The keys of the reasons whose numbers a button or `--anyway` includes, unsure and invalid ones:
   * see `reason-keys`.
   */
  readonly include: readonly string[];
  /** Unconfirmed numbers, by IMEI. A number without a saved answer has to be confirmed first. */
  readonly unconfirmed: ReadonlyMap<string, WhyUnsure>;
}

/** The most IMEIs of a message that are checked as singles. Those of a longer list are a batch. */
export const MAX_SINGLE = 4;

/** The terms of each look-up; by its request the checks find what was paid for before. */
export function lookupTermsOf({ invocation, answers }: ImeiQuery): LookupTerms {
  const { requestId, requester, acceptedAt, isRepeat } = invocation;
  return { requestId, requester, acceptedAt, isRepeat, wantsFresh: answers === 'fresh' };
}

/** Finds the numbers in the text of a message. */
export function findingsIn({ services, text }: ImeiQuery): Findings {
  return withClaims(findImeis(text, { known: isKnownTac(services) }), text);
}
