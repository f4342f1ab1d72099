import type { Payer } from '../../src/checks/contract.ts';
import { withClaims } from '../../src/claims/text-claims.ts';
import type { InvocationContext } from '../../src/core/command.ts';
import type { FileReference } from '../../src/core/options.ts';
import type { Detail } from '../../src/format/imei/device.ts';
import type { View } from '../../src/format/reply/view.ts';
import { findImeis } from '../../src/imei/find.ts';
import type { Findings, WhyUnsure } from '../../src/imei/findings.ts';
import type { BotServices } from '../services.ts';
import type { RunningLists } from './checking/running-lists.ts';

/**
 * `saved`: nothing is spent: saved answers, and how the checks end that are under way for this
 * person. `fresh`: each is paid for, even if its answer is saved.
 */
type WantedAnswers = 'saved' | 'any' | 'fresh';

/** A use of `/imei`, with the services that answer it. */
export interface ImeiQuery {
  readonly services: BotServices;
  readonly running: RunningLists;
  readonly invocation: InvocationContext;
  /** Makes the view of the next reply: a check may take minutes, and each reply has its time. */
  readonly view: () => View;
  readonly text: string;
  /** The file to answer, with or without a text. */
  readonly file: FileReference | undefined;
  readonly detail: Detail;
  readonly answers: WantedAnswers;
  /** The person accepts what a long list costs: it is checked without asking first. */
  readonly isCostAccepted: boolean;
  /** The numbers that would have to be confirmed are checked, too. */
  readonly areAllConfirmed: boolean;
  /** The keys of the confirmed and corrected numbers, which are checked too. */
  readonly include: readonly string[];
  /** Numbers of a list that nobody has confirmed: without a saved answer they are asked about. */
  readonly unconfirmed: ReadonlyMap<string, WhyUnsure>;
}

/**
 * Most IMEIs of a message that are checked with the priority of a waiting person; more count as a
 * batch.
 */
export const MAX_SINGLE = 4;

/** Whose payments count as those of this request. */
export function payerOf({ invocation, answers }: ImeiQuery): Payer {
  const { requestId, requester, acceptedAt, isRepeat } = invocation;
  return { requestId, requester, acceptedAt, isRepeat, wantsFresh: answers === 'fresh' };
}

/** What is in the text of a message. */
export function findingsIn({ services, text }: ImeiQuery): Findings {
  const known = (tac: string): boolean => services.tacName(tac) !== undefined;
  return withClaims(findImeis(text, { known }), text);
}
