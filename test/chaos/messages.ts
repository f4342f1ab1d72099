import type { Principal } from '../../src/core/principal.ts';

/** What the tests send to a chaos bot: one event of its platform. */
export interface Question {
  readonly id: string;
  readonly command: string;
  readonly values: Readonly<Record<string, string | boolean>>;
  readonly requester: Principal;
}

/**
 * What a chaos bot sends to the tests: that it has started, that a request is stored, and
 * every state of a reply that it shows.
 */
export type BotMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'accepted'; readonly id: string }
  | Shown;

/** A state of a reply; the one with `last` is the answer. */
export interface Shown {
  readonly kind: 'shown';
  /** The id of the question. */
  readonly id: string;
  readonly last: boolean;
  readonly title: string;
  readonly fields: readonly { readonly label: string; readonly value: string }[];
  /** The records of the reply: `ok` if the number has an answer. */
  readonly records: readonly { readonly imei: string; readonly ok: boolean }[];
}
