import type { Principal } from '../core/requester.ts';
import type { Naming } from '../store/seal/sealed-rows.ts';

/**
 * Base64url, 48 and 84 bits: the prefix of all buttons of a person, and the reply's part. Together they start each token.
 */
const PERSON_LENGTH = 8;
const REPLY_LENGTH = 14;

/** The request and the person a reply belongs to. */
export interface ButtonsOf {
  readonly requestId: string;
  readonly requester: Principal;
}

/** Names persons, and groups of buttons, so that neither can be read from a store or from a token. */
export interface ButtonIds {
  personOf(requester: Principal): string;
  /** The prefix of the tokens of all buttons of one reply. */
  groupOf(of: ButtonsOf): string;
}

export function createButtonIds(seal: Naming): ButtonIds {
  const personOf = (requester: Principal): string =>
    seal.hash(`buttons of ${requester}`).slice(0, PERSON_LENGTH);
  return {
    personOf,
    groupOf: ({ requestId, requester }) =>
      `${personOf(requester)}${seal.hash(`buttons in ${requestId}`).slice(0, REPLY_LENGTH)}`,
  };
}

/** The row of a group of buttons. Those of one person stand together. */
export function rowIdOf(group: string): string {
  return `${group.slice(0, PERSON_LENGTH)}/${group.slice(PERSON_LENGTH)}`;
}
