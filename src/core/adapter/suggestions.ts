import type { Reply } from '../reply/reply.ts';
import type { RequestEvent } from './request-event.ts';

/**
 * Returns suggestions for a text that somebody is typing, best first, at most 25. Never spends a
 * check, never queues, never rejects.
 */
export type FindSuggestions = (
  text: string,
  context: SuggestContext,
) => Promise<readonly Suggestion[]>;

/** A suggestion while a person is typing. It never costs a check. */
export interface Suggestion {
  /** The text of the `imei` option if it is chosen: it replaces what was typed. */
  readonly value: string;
  /** One line: the number with brand and model, or what is wrong with it. */
  readonly label: string;
  /** The answer, if it is saved. */
  readonly reply?: Reply;
}

/** The person who is typing, and what decides whether they may use the bot. */
export type SuggestContext = Pick<RequestEvent, 'requester' | 'scopes' | 'locale' | 'visibility'>;
